"""Filings of a fictional company, built from one set of figures: `python -m pipeline.samples FOLDER`."""

from pipeline.samples.library import SampleFiling, build

__all__ = ["SampleFiling", "build"]
