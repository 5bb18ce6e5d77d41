"""Browser tests of the Review page."""
