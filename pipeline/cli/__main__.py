"""`python -m pipeline.cli`, for a process that Pincite starts itself."""

from pipeline.cli.commands import main

main()
