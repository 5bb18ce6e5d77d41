"""Prompts: short files whose name is their version. A prompt that changes becomes a new file."""
