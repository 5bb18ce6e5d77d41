"""The command line, `pincite`."""

from pipeline.cli.commands import main

__all__ = ["main"]
