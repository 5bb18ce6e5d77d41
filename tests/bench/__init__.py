"""Benchmarks: `python -m tests.bench` prints a table and writes `bench.json`. Nothing here asserts a speed."""
