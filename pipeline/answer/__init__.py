"""A packet → claims, each with its citations and checks."""
