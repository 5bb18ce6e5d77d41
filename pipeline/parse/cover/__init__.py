"""A filing's cover → its title."""
