"""Broken input by the thousand: what reads a stranger's bytes either reads them or refuses them in a typed error.

`python -m tests.fuzz --minutes 20` runs all targets, one after the other; every case is made from the target's name,
the seed and its number alone, so that it can be made again.
"""
