"""Does the evidence support the claim? Rules first, then a model that sees only the claim and its quotes."""
