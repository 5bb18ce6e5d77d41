"""PDF → pages, blocks and tables."""
