"""Running the app: whether it is well, what is noted of its requests, and how it ends."""
