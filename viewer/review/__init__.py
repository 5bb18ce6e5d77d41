"""A reviewer's work over HTTP: what to judge, a claim with its evidence, verdicts and marked places.

Everything is read in the reviewer's own scope, so that their rights count, and what others say of a claim is not sent
before the reviewer's own verdict on it counts.
"""
