"""HTML → blocks, tables and tagged facts."""
