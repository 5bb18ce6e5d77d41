"""Blocks → passages and their embeddings."""
