"""Tests of viewer.review."""
