"""A whole library as one file, and back: the rows of every tenant and the bytes of their filings."""
