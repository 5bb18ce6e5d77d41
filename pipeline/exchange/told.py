"""What a file of reviewed answers says of itself to somebody who opens it."""

from __future__ import annotations

from typing import Final

READ_ME: Final = """\
Reviewed answers, exported from Pincite.

answers       questions, how they were answered and when, by whom they were asked
people        those who asked and those who reviewed
sources       the filings: sha256 tells the very bytes
packet        the passages that an answer was written from, as they were read
claims        the sentences of an answer; figures tells what became of each figure, date and period
calculations  what a claim computes: expression, inputs with their evidence, result and interval
citations     the quotes of a claim; ranges are characters of the page's text, marks what is marked on the page
checks        what checkers found, each with the time and what it stood on
verdicts      what reviewers said, in order; one with withdrawn_at counts no more
annotations   the places that reviewers marked, each with a verdict

answer_id, claim, citation_id and verdict_id lead from one table to another. Pages and blocks are counted from 0,
claims from 1; regions are points of the page as it is displayed, from its top left corner. Lists and objects are
written as JSON.

The whole is read again by: pincite import FILE
"""
