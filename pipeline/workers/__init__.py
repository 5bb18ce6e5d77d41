"""The processes that work on the queue."""
