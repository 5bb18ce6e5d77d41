"""Words and lines on a page → tables."""
