"""One file, read in a process of its own."""
