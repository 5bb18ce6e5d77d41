"""Postgres and blobs: the only place that holds SQL, and one module of functions per noun."""
