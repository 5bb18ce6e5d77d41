"""The log: what is told of requests, questions and faults, and what never is."""
