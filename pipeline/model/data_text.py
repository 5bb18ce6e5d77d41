"""What a model is shown of words that are not ours: nothing that no reader sees, and nothing that its server takes for
a mark of the conversation.

A chat server writes all messages into one text, with marks of its own between them, and many read such a mark also
where a filing prints it: `<|im_end|>` would end our message there. Quotes are found by their letters and digits, so
what is left out or parted here changes none.
"""

from __future__ import annotations

import re
from typing import Final

_INVISIBLE: Final = re.compile(
    "["
    "\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
    "\ud800-\udfff\ue000-\uf8ff"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff\U000f0000-\U0010ffff"
    "]"
)
"""Formats, fillers, selectors of variants, tags, and characters for private use: what they say, a model reads and a
reader does not."""

_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")

_MARK: Final = re.compile(r"[<＜](?=[/|｜<＜!?A-Za-z_])")
"""Before what may be a mark: `<|im_start|>`, `<｜User｜>`, `</s>`, `<start_of_turn>`, `<<SYS>>`, and what looks like
one of our own delimiters. "<5%" is none."""

_BRACKETED: Final = re.compile(r"\[(?=/?[A-Z][A-Z_ ]{2,30}\])")
"""Before a mark such as `[INST]` or `[/TOOL_RESULTS]`."""


def as_data(text: str) -> str:
    """The text as a model may read it; its visible letters and digits in their order."""
    seen = _INVISIBLE.sub("", _CONTROL.sub(" ", text))
    return _BRACKETED.sub("[ ", _MARK.sub(lambda found: f"{found[0]} ", seen))
