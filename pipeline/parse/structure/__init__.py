"""Pages → what they are."""
