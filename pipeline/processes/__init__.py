"""Processes: how they start, how they end, what they take."""
