"""JSON that is still arriving → each element of its arrays, as soon as it is complete."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

LONGEST_ELEMENT = 60_000
"""Characters: a claim with forty quotes of usual length. What is longer is given up, so that nobody fills the memory.
"""

_REACH = 200
"""Characters of what came before that are kept to find an array's beginning, which may arrive in pieces."""

_ARRAY = re.compile(r'"(claims|not_answered)"\s*:\s*\[')
_THINKING, _THOUGHT = "<think>", "</think>"


class ElementTooLong(ValueError):
    """An element has more than LONGEST_ELEMENT characters."""


@dataclass(frozen=True, slots=True)
class Element:
    """One complete element, as JSON text, of the array of that name."""

    array: str
    text: str


class Splitter:
    """Takes a reply in pieces, cut anywhere. What stands around the JSON, such as a code fence, prose, or thoughts that
    a model puts before it, is passed over. The name of an array is found outside of elements only: inside a JSON string
    its quotation marks would be escaped.
    """

    def __init__(self) -> None:
        self._outside = ""  # the end of what arrived outside of arrays
        self._thinking: bool | None = None  # None: not yet known whether it begins with thoughts
        self._array: str | None = None
        self._element: list[str] | None = None  # pieces of the element that is being read
        self._length = 0
        self._depth = 0
        self._in_string = False
        self._escaped = False
        self._closed: set[str] = set()
        self._ended = False

    @property
    def has_begun(self) -> bool:
        """Whether the array of claims was found."""
        return self._array is not None or bool(self._closed)

    @property
    def has_all_claims(self) -> bool:
        """Whether the array of claims was closed."""
        return "claims" in self._closed

    @property
    def is_complete(self) -> bool:
        """Whether the array of claims and the object around it were closed."""
        return self._ended

    def feed(self, text: str) -> Iterator[Element]:
        """The elements that this piece completes. Raises ElementTooLong."""
        position = 0
        while position < len(text):
            if self._array is None:
                position = self._find_array(text, position)
            elif self._element is None:
                position = self._between(text, position)
            else:
                position, done = self._read(text, position)
                if done:
                    yield Element(self._array, self._taken())

    def _find_array(self, text: str, position: int) -> int:
        """Look for the beginning of an array; the position after it, or the end of the text."""
        self._outside += text[position:]
        if self._thinks():
            return len(text)
        found = _ARRAY.search(self._outside)
        if found is None:
            self._ended = self._ended or (self.has_all_claims and "}" in self._outside)
            self._outside = self._outside[-_REACH:]
            return len(text)
        behind = len(self._outside) - found.end()
        self._array = found[1]
        self._outside = ""
        return len(text) - behind

    def _thinks(self) -> bool:
        """Whether what arrived is thoughts as yet; cuts them off once they end."""
        if self._thinking is None:
            begun = self._outside.lstrip()
            if _THINKING.startswith(begun):
                return False  # nothing, or too little to tell: and too little for an array
            self._thinking = begun.startswith(_THINKING)
        if not self._thinking:
            return False
        before, ended, after = self._outside.partition(_THOUGHT)
        self._outside = after if ended else before[-len(_THOUGHT) :]
        self._thinking = not ended
        return self._thinking

    def _between(self, text: str, position: int) -> int:
        """Step over what stands between two elements: one character, unless an element begins there."""
        character = text[position]
        if character == "]" and self._array is not None:
            self._closed.add(self._array)
            self._array = None
        elif not (character.isspace() or character in ",}"):
            self._element, self._length, self._depth = [], 0, 0
            return position
        return position + 1

    def _read(self, text: str, position: int) -> tuple[int, bool]:
        """Read on in an element: the position behind what was read, and whether the element ends there."""
        start, end = position, len(text)
        while position < end:
            character = text[position]
            if self._in_string:
                self._in_string = self._escaped or character != '"'
                self._escaped = character == "\\" and not self._escaped
                if not self._in_string and self._depth == 0:
                    return self._keep(text, start, position + 1), True
            elif character == '"':
                self._in_string = True
            elif character in "{[":
                self._depth += 1
            elif self._depth == 0 and character in ",]}":
                return self._keep(text, start, position), True
            elif character in "}]":
                self._depth -= 1
                if self._depth == 0:
                    return self._keep(text, start, position + 1), True
            position += 1
        return self._keep(text, start, position), False

    def _keep(self, text: str, start: int, end: int) -> int:
        self._length += end - start
        if self._length > LONGEST_ELEMENT:
            raise ElementTooLong(f"An element has more than {LONGEST_ELEMENT:,} characters.")
        assert self._element is not None
        self._element.append(text[start:end])
        return end

    def _taken(self) -> str:
        text = "".join(self._element or ())
        self._element = None
        return text
