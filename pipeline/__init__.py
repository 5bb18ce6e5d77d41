"""From a file to an answer: evidence, store, parse, index, search, answer."""
