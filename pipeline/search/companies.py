"""The companies of a library, and the names by which people call them."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from pipeline.evidence.content_words import COMMON_WORDS, word_set
from pipeline.evidence.cover import Registrant

LEGAL_FORMS = word_set(
    """inc incorporated corp corporation co company companies llc ltd limited plc lp llp sa ag nv se asa ab oyj spa bv
    kgaa the com"""
)
"""Words that say what kind of body a company is: nobody's name is told by them."""

BODY_WORDS = word_set("group holdings holding trust international worldwide global enterprises industries")
"""Words at a name's end that people leave out: "MGM Resorts International" is "MGM Resorts"."""

GENERIC_BEGINNINGS = word_set(
    """advanced air allied america american applied associated atlantic automatic bank best big black blue british
    canadian capital carolina central chinese church citizens city coastal commercial community consolidated
    continental digital dynamic east eastern electronic energy enterprise equity european federal fifth
    financial first five food four freedom general german global golden great green heritage home house
    independent india industrial integrated intercontinental international iron israel japan korea liberty life
    live medical metropolitan mid mutual national natural new news north northern oil one open pacific park
    people power premier principal progressive public pure quality rapid real red regional republic rock rocky
    royal safe science silver simple sky solar south southern southwest standard star state steel stone sun
    super swiss texas three tractor two union united universal us valley virginia washington waste west western
    white world yellow york"""
)
"""Words with which many companies' names begin: one alone names a company only as an owner ("American's revenue")."""

_TOKEN = re.compile(r"[^\W_]+(?:[.&'’][^\W_]+)*(?:['’](?=\W|$))?")
_STATE = re.compile(r"/[A-Za-z]{2,3}/?\s*$")
_JOINING = word_set("and of the for de")
_OWN_POSSESSIVE = re.compile(r"\w+['’]s\b")
_JOINED_BODIES = {"group": 4, "corp": 4, "bank": 4, "co": 5}
"""Endings of names in one word, with the letters that have to be left: "Costco" is no "cost"."""

_POSSESSIVE = re.compile(r"['’]s?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class NameToken:
    """A word of a question, as names are compared: `key` is lower case without accents, stops and possessive."""

    text: str
    start: int
    end: int
    key: str
    is_possessive: bool

    @property
    def is_capital(self) -> bool:
        """Whether it is written as names are: "Apple", "iPhone", "3M"."""
        return any(character.isupper() for character in self.text)


@dataclass(frozen=True, slots=True)
class Company:
    """A registrant of the library with its filings' positions. `names`: as covers write them,
    those of now before former ones."""

    names: tuple[str, ...]
    filings: tuple[int, ...]

    @property
    def name(self) -> str:
        return self.names[0]


@dataclass(frozen=True, slots=True)
class CalledBy:
    """A company that a run of words may name: by all of its name, or by its beginning."""

    company: int
    is_whole: bool


@dataclass(frozen=True, slots=True)
class CompanyIndex:
    """`by_name`: companies by name pressed together ("cocacola"); `by_ticker`: by ticker in capitals; `by_letter`: the
    words of names by their first letter, for abbreviations ("AmEx" is am + ex)."""

    companies: tuple[Company, ...]
    by_name: Mapping[str, tuple[CalledBy, ...]]
    by_ticker: Mapping[str, tuple[int, ...]]
    by_letter: Mapping[str, tuple[tuple[tuple[str, ...], int], ...]] = field(default_factory=dict)

    def abbreviated(self, token: str, least: int = 1) -> tuple[int, ...]:
        """Companies that a word in lower case may stand for: made of the beginnings of all the words of a name, each of
        `least` letters or more."""
        found = [
            company
            for name, company in self.by_letter.get(token[:1], ())
            if len(token) >= least * len(name)
            and name[0].startswith(token[:least])
            and _is_made_of(token, name, least)
        ]
        return tuple(dict.fromkeys(found))


def name_tokens(text: str) -> list[NameToken]:
    """The words of a text; "Coca-Cola" are two, "J&J" is one."""
    tokens = []
    for match in _TOKEN.finditer(text):
        bare = _POSSESSIVE.sub("", match.group()) or match.group()
        is_possessive = bare != match.group()
        tokens.append(NameToken(match.group(), match.start(), match.end(), _folded(bare), is_possessive))
    return tokens


def name_words(name: str, *, joining: bool = False) -> tuple[str, ...]:
    """The words that tell a company: folded, no legal form, and no joining word unless `joining`. "The Coca-Cola
    Company" → coca, cola."""
    keys = [token.key for token in name_tokens(_STATE.sub("", name))]
    if joining and keys[:1] == ["the"]:
        keys = keys[1:] or keys
    content = keys if joining else [key for key in keys if key not in _JOINING] or keys
    while len(content) > 1 and content[-1] in LEGAL_FORMS:
        content.pop()
    return tuple(content)


@lru_cache(maxsize=32)
def index_of(registrants: tuple[tuple[Registrant, ...], ...]) -> CompanyIndex:
    """The companies of filings, by the registrants of each. Registrants that share an EIN or a CIK, or a name, are one
    company: a name that changed does not part them."""
    companies = _joined(registrants)
    by_name: dict[str, dict[int, bool]] = defaultdict(dict)
    by_ticker: dict[str, list[int]] = defaultdict(list)
    by_letter: dict[str, list[tuple[tuple[str, ...], int]]] = defaultdict(list)
    for number, (company, tickers) in enumerate(companies):
        for name in company.names:
            for key, is_whole in _keys(name):
                by_name[key][number] = by_name[key].get(number, False) or is_whole
            for words in {name_words(name), name_words(name, joining=True)}:
                if len(words) > 1:
                    by_letter[words[0][0]].append((words, number))
        for ticker in tickers:
            by_ticker[ticker.upper()].append(number)
    return CompanyIndex(
        tuple(company for company, _ in companies),
        {key: tuple(CalledBy(*called) for called in found.items()) for key, found in by_name.items()},
        {ticker: tuple(found) for ticker, found in by_ticker.items()},
        {letter: tuple(found) for letter, found in by_letter.items()},
    )


def squeezed(keys: Sequence[str]) -> str:
    """Words pressed together, as names are compared: "JP Morgan" is "JPMorgan", "Wal-Mart" is "Walmart"."""
    return "".join(keys)


def _keys(name: str) -> Iterator[tuple[str, bool]]:
    """What a name may be called by, and whether that is all of it."""
    words = name_words(name)
    whole = len(words)
    while whole > 1 and words[whole - 1] in BODY_WORDS:
        whole -= 1
    for count in range(1, len(words) + 1):
        yield squeezed(words[:count]), count >= whole
    if whole == 1:
        yield from ((key, False) for key in _without_body(words[0]))
    if _OWN_POSSESSIVE.match(name):
        yield f"{words[0]}s", True  # "McDonalds"
    yield from ((key, True) for key in _initials(name))


def _without_body(word: str) -> Iterator[str]:
    """ "Citigroup" → "citi", "PepsiCo" → "pepsi": names that end in what kind of body they are."""
    for ending, least in _JOINED_BODIES.items():
        if word.endswith(ending) and len(word) - len(ending) >= least:
            yield word.removesuffix(ending)


def _initials(name: str) -> set[str]:
    """ "Johnson & Johnson" → "j&j", "jnj", "jandj". Only names with an "&" are usually written so."""
    left, mark, right = re.sub(r"^the\s+", "", name, flags=re.IGNORECASE).partition(" & ")
    if not mark or not left.strip() or not right.strip():
        return set()
    first, second = _folded(left.strip()[0]), _folded(right.strip()[0])
    return {f"{first}{between}{second}" for between in ("&", "n", "and")}


def _is_made_of(token: str, words: Sequence[str], least: int) -> bool:
    """Whether a word is made of the beginnings of all the words, in their order, each of `least` letters or more."""
    if not words:
        return not token
    first = words[0]
    longest = 0
    while longest < min(len(first), len(token)) and first[longest] == token[longest]:
        longest += 1
    return any(_is_made_of(token[length:], words[1:], least) for length in range(longest, least - 1, -1))


def _joined(
    registrants: Sequence[tuple[Registrant, ...]],
) -> list[tuple[Company, tuple[str, ...]]]:
    """Companies in the order of their first filing, each with its tickers."""
    parent: dict[str, str] = {}

    def root(key: str) -> str:
        while parent.setdefault(key, key) != key:
            key = parent[key]
        return key

    for filed_by in registrants:
        for registrant in filed_by:
            first, *others = _identities(registrant)
            for other in others:
                parent[root(other)] = root(first)
    grouped: dict[str, list[tuple[int, Registrant]]] = defaultdict(list)
    for position, filed_by in enumerate(registrants):
        for registrant in filed_by:
            grouped[root(_identities(registrant)[0])].append((position, registrant))
    return [_company(group) for group in grouped.values()]


def _identities(registrant: Registrant) -> list[str]:
    numbers = [f"ein {registrant.ein}"] * bool(registrant.ein) + [f"cik {registrant.cik}"] * bool(
        registrant.cik
    )
    return [f"name {squeezed(name_words(registrant.name))}", *numbers]


def _company(group: Sequence[tuple[int, Registrant]]) -> tuple[Company, tuple[str, ...]]:
    filings = tuple(dict.fromkeys(position for position, _ in group))
    current = [registrant.name for _, registrant in group]
    former = [name for _, registrant in group for name in registrant.former_names]
    tickers = [ticker for _, registrant in group for ticker in registrant.tickers]
    return Company(tuple(dict.fromkeys([*current, *former])), filings), tuple(dict.fromkeys(tickers))


def _folded(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode() or text
    return plain.lower().removesuffix(".com").replace(".", "").replace("'", "").replace("’", "")


def is_joining(key: str) -> bool:
    """Whether a word only joins the words of a name: "Bank of America"."""
    return key in _JOINING or key in COMMON_WORDS & {"a", "an"}
