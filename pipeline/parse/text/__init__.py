"""Old text filings → pages, blocks and tables."""
