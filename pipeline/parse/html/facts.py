"""Inline-XBRL tags of a filing's HTML: read before they are taken out, placed in the canonical text afterwards.

A tag's place is counted in the body's non-whitespace characters. Sanitising and stamping keep these in order (it is
checked), so that the count leads to the same characters in the blocks, wherever whitespace and elements went.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field

from lxml import etree
from lxml.html import HtmlElement

from pipeline.evidence.errors import ParseFailed
from pipeline.evidence.fact import Fact, FactNote
from pipeline.parse.assembly import Assembly
from pipeline.parse.html.fact_context import Context, Resources, local_name
from pipeline.parse.html.fact_formats import read_number, read_text, scaled
from pipeline.parse.html.fact_places import Places, Span, merged
from pipeline.parse.html.text import CHARACTERS, text_of, without_spaces

MOST_CHARACTERS = 100_000_000
"""Characters inside all tags together, each counted as often as it is tagged. A long annual report has 3 million."""

_NAMESPACES = ("http://www.xbrl.org/2013/inlineXBRL", "http://www.xbrl.org/2008/inlineXBRL")
_FACTS = frozenset({"nonfraction", "nonnumeric", "fraction"})
_TAGS = _FACTS | {"continuation", "footnote", "exclude"}


@dataclass(slots=True, eq=False)
class Tag:
    """An inline-XBRL element with its attributes and display, as they were before cleaning."""

    element: HtmlElement
    name: str
    attributes: dict[str, str]
    display: str
    terms: tuple[Tag, ...] = ()

    def get(self, name: str) -> str | None:
        value = self.attributes.get(name, "").strip()
        return value or None


@dataclass(slots=True)
class TaggedFacts:
    """The tags of all parts of a submission. `spans` holds, by element, the characters that each covers."""

    tags: list[Tag] = field(default_factory=list)
    resources: Resources = field(default_factory=Resources)
    text: str = ""
    spans: dict[HtmlElement, Span] = field(default_factory=dict)
    characters: int = 0

    def collect(self, root: HtmlElement, source: str) -> None:
        """Read a parsed document's tags and header; call before anything is taken out of it.

        Raises ParseFailed when the tags hold the same text over and over.
        """
        self.resources.read(root)
        prefixes = xbrl_prefixes(root)
        for node in root.iter():
            if isinstance(node.tag, str) and ":" in node.tag:
                prefix, _, name = node.tag.lower().partition(":")
                if prefix in prefixes and name in _TAGS:
                    self.tags.append(_tag(node, name))
                    self._spend(len(self.tags[-1].display), source)

    def locate(self, body: HtmlElement) -> None:
        """Count the characters of the clean body, in which the tags still stand, and note where each tag is."""
        if not self.tags:
            return
        wanted = {tag.element for tag in self.tags}
        starts: dict[HtmlElement, int] = {}
        pieces: list[str] = []
        count = 0
        for event, node in etree.iterwalk(body, events=("start", "end")):
            if event == "start":
                if node in wanted:
                    starts[node] = count
                text = node.text
            else:
                if node in starts and starts[node] < count:
                    self.spans[node] = (starts[node], count)
                text = node.tail
            if text and (shown := without_spaces(text)):
                pieces.append(shown)
                count += len(shown)
        self.text = "".join(pieces)

    def placed(self, assembly: Assembly, source: str) -> tuple[Fact, ...]:
        """The facts in document order with their places in the canonical text. Raises ParseFailed as `collect` does."""
        facts: list[Fact] = []
        if self.tags:
            for fact in _Reading(self, Places(assembly, self.text)).facts():
                self._spend(len(fact.display), source)
                facts.append(fact)
        return tuple(facts)

    def _spend(self, characters: int, source: str) -> None:
        self.characters += characters
        if self.characters > MOST_CHARACTERS:
            raise ParseFailed(
                f"{source} has tags around tags around the same text, {MOST_CHARACTERS:,} characters and more in all: "
                "that is no filing.",
                source=source,
            )


def xbrl_prefixes(root: HtmlElement) -> frozenset[str]:
    """The prefixes that stand for inline XBRL; "ix" unless the document says otherwise."""
    found = {
        name.partition(":")[2].lower()
        for node in (root, *root.iterchildren())
        for name, value in node.attrib.items()
        if name.startswith("xmlns:") and value.strip() in _NAMESPACES
    }
    return frozenset(found or {"ix"})


def _tag(node: HtmlElement, name: str) -> Tag:
    attributes = {key.rpartition(":")[2].lower(): value for key, value in node.attrib.items()}
    terms: tuple[Tag, ...] = ()
    if name == "fraction":
        terms = tuple(
            _tag(term, local_name(term))
            for wanted in ("numerator", "denominator")
            for term in node.iter()
            if local_name(term) == wanted
        )
    return Tag(node, name, attributes, _display(node), terms)


def _display(node: HtmlElement) -> str:
    """The words inside a tag, without what is marked as no part of them (page numbers in a long text)."""
    if any(local_name(inside) == "exclude" for inside in node.iterdescendants()):
        node = deepcopy(node)
        for inside in [one for one in node.iterdescendants() if local_name(one) == "exclude"]:
            inside.drop_tree()
    return text_of(node).translate(CHARACTERS).strip()


class _Reading:
    """Tags → facts."""

    def __init__(self, tagged: TaggedFacts, places: Places) -> None:
        self._tagged = tagged
        self._places = places
        self._resources = tagged.resources
        self._by_id = {identifier: tag for tag in reversed(tagged.tags) if (identifier := tag.get("id"))}
        self._excluded = merged(
            span for tag in tagged.tags if tag.name == "exclude" and (span := tagged.spans.get(tag.element))
        )
        self._counts = Counter(tag.get("id") for tag in tagged.tags if tag.name in _FACTS)
        self._number = 0

    def facts(self) -> Iterator[Fact]:
        for tag in self._tagged.tags:
            if tag.name in _FACTS and tag.get("name"):
                self._number += 1
                yield self._fact(tag)

    def _fact(self, tag: Tag) -> Fact:
        chain = self._chain(tag)
        display = " ".join(filter(None, (one.display for one in chain)))
        context = self._resources.contexts.get(tag.get("contextref") or "", Context())
        nil = tag.attributes.get("nil", "").strip() in ("true", "1")
        negative = tag.get("sign") == "-"
        return Fact(
            id=self._identifier(tag),
            concept=tag.get("name") or "",
            display=display,
            value=None if nil else self._value(tag, display),
            unit=self._unit(tag),
            scale=_whole(tag.get("scale")),
            negative=negative,
            decimals=_decimals(tag.get("decimals")),
            format=tag.get("format"),
            nil=nil,
            start=context.start,
            end=context.end,
            dimensions=context.dimensions,
            places=self._places.of(self._spans(chain), self._excluded),
            notes=tuple(self._notes(tag)),
        )

    def _identifier(self, tag: Tag) -> str:
        identifier = tag.get("id")
        if identifier and self._counts[identifier] == 1:
            return identifier
        return f"{identifier or 'fact'}#{self._number}"

    def _unit(self, tag: Tag) -> str | None:
        if tag.name == "nonnumeric":
            return None
        reference = tag.get("unitref") or ""
        return self._resources.units.get(reference) or reference or "xbrli:pure"

    def _value(self, tag: Tag, display: str) -> str | None:
        if tag.name == "nonnumeric":
            return read_text(tag.get("format"), display)
        if tag.name == "fraction":
            terms = [_scaled(term, negative=term.get("sign") == "-") for term in tag.terms]
            return "/".join(term for term in terms if term) if len(terms) == 2 and all(terms) else None
        return _scaled(tag, negative=tag.get("sign") == "-")

    # --- what belongs to a fact elsewhere ------------------------------------------------------------

    def _chain(self, tag: Tag) -> list[Tag]:
        """The tag and the continuations of its text, each once."""
        chain = [tag]
        while following := self._by_id.get(chain[-1].get("continuedat") or ""):
            if following.name != "continuation" or following in chain:
                break
            chain.append(following)
        return chain

    def _spans(self, chain: Sequence[Tag]) -> list[Span]:
        return [span for tag in chain if (span := self._tagged.spans.get(tag.element))]

    def _notes(self, tag: Tag) -> Iterator[FactNote]:
        # Inline XBRL 1.0 names the footnotes on the fact, 1.1 in relationships.
        names = [
            *(tag.get("footnoterefs") or "").split(),
            *self._resources.footnotes.get(tag.get("id") or "", ()),
        ]
        for name in dict.fromkeys(names):
            note = self._by_id.get(name)
            if note is not None and note.name == "footnote":
                chain = self._chain(note)
                text = " ".join(filter(None, (one.display for one in chain)))
                yield FactNote(text, self._places.of(self._spans(chain), self._excluded))


def _scaled(tag: Tag, *, negative: bool) -> str | None:
    number = read_number(tag.get("format"), tag.display)
    scale = tag.get("scale")
    power = _whole(scale)
    if number is None or (scale is not None and power is None):
        return None
    return scaled(number, power or 0, negative=negative)


def _whole(text: str | None) -> int | None:
    try:
        return int(text) if text is not None and len(text) <= 6 else None
    except ValueError:
        return None


def _decimals(text: str | None) -> str | None:
    if text is None or text.upper() == "INF":
        return text.upper() if text else None
    number = _whole(text)
    return None if number is None else str(number)
