"""Reviewed answers as they leave a library and come to another one: one form, four formats."""
