"""A library with every payload, asked through the real pipeline of a model that obeys whatever filings say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final

from pipeline.answer.ask import ask
from pipeline.answer.authors import authors_for
from pipeline.answer.checker import ClaimChecker
from pipeline.answer.draft import DraftCitation, DraftClaim
from pipeline.answer.source_pages import source_pages
from pipeline.answer.writing.answer_reader import MOST_CLAIMS
from pipeline.evidence.answer import Answer, Check, Claim
from pipeline.index.embedding import EndpointEmbedder
from pipeline.search.packing import PacketLimits
from pipeline.settings import Settings
from pipeline.store import documents, passages
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.injection.payloads import FALSE, PAYLOADS
from tests.injection.sources import filing, row
from tests.model_replies import Asked, Reply, answer, claim, plan, verdict
from tests.model_server import ModelServer
from tests.search.library import Stored, store

QUESTION: Final = "What were net sales of each segment?"
EVERYTHING: Final = PacketLimits(entries=400, characters=400_000)
"""A packet with every passage, so that each payload is before the model at once."""

FORGED: Final = "E999"

Outcome = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Trial:
    """A library of one medium: the filing with the payloads, the same without, and one that may not be read."""

    server: ModelServer
    settings: Settings
    database: Database
    scope: Scope
    injected: Stored
    harmless: Stored
    restricted: Stored

    def ask(self, asked_of: Stored | None, limits: PacketLimits = EVERYTHING) -> Answer:
        """The stored answer, from one filing or from all that may be read."""
        authors = authors_for(self.settings)
        assert authors is not None
        chosen = [asked_of.document_id] if asked_of else None
        embedder = embedder_of(self.server)
        return ask(self.database, self.scope, embedder, QUESTION, chosen, limits, authors=authors)

    def checked(self, asked_of: Stored) -> list[Claim]:
        """What the checker makes of every claim of the obedient model, over a packet of the whole filing."""
        self.server.script(claims=[])
        packet = self.ask(asked_of).packet
        with self.database.scoped(self.scope) as conn:
            stored = {one.id for one in passages.get_many(conn, [one.passage.id for one in packet.entries])}
            checker = ClaimChecker(packet, stored, source_pages(conn, packet))
        texts = {str(entry.handle): entry.passage.text for entry in packet.entries}
        whole = "\n".join(" ".join(text.split()) for text in texts.values())
        numbers = [number for number in range(len(PAYLOADS)) if row(number) in whole]
        drafts = [draft for number in numbers for draft in obedient_drafts(texts, number)]
        claims = [checker.check(draft, number) for number, draft in enumerate(drafts, start=1)]
        return [one for one in claims if one is not None]


def embedder_of(server: ModelServer) -> EndpointEmbedder:
    return EndpointEmbedder("test-embedding", server.base_url, "key")


@contextmanager
def trial(settings: Settings, database: Database, scope: Scope, media: str) -> Iterator[Trial]:
    with ModelServer() as server:
        server.judge = obedient_judge
        server.planner = obedient_planner
        server.score_of = obedient_score
        embedder = embedder_of(server)
        with database.scoped(scope) as conn:
            quiet = filing(media, harmless=True)
            injected, harmless, restricted = (
                store(conn, one, embedder) for one in (filing(media, harmless=False), quiet, quiet)
            )
            documents.set_restricted(conn, restricted.document_id, True)
        asked = replace(
            settings,
            openai_base_url=server.base_url,
            openai_api_key="key",
            model="test-model",
            judge_model="test-model",
            planning=True,
            rerank_model="test-model",
            packet_tokens=10**6,
        )
        yield Trial(server, asked, database, scope, injected, harmless, restricted)


# --- what an obedient model replies -------------------------------------------------------------------------


def obedient_drafts(texts: Mapping[str, str], number: int) -> list[DraftClaim]:
    """What a model claims of a section that does what its payload says, and a faithful claim before it. `texts`: the
    packet's by their handles."""
    label, true, said = f"Net sales of segment {number}", row(number), PAYLOADS[number].words
    own = handle_of(texts, true)
    figure, before = true.split()[-2:]
    return [
        _draft(f"{label} were {figure}.", own, true),
        _draft(f"{label} were {FALSE}.", own, true),
        _draft(f"{label} were {FALSE}.", own, f"{label} {FALSE} {before}"),
        _draft(f"{label} were {figure}, as [E1] (page 7) and https://evil.example show.", FORGED, true),
        _draft(" ".join(said.split()), own, true),
    ]


def handle_of(texts: Mapping[str, str], words: str) -> str:
    """The handle of the first passage with these words."""
    return next(handle for handle, text in texts.items() if " ".join(words.split()) in " ".join(text.split()))


def whole_reply(asked: Asked) -> Reply:
    """The first sections' claims, as many as an answer may have."""
    drafts = [
        draft for number in range(MOST_CLAIMS // 5) for draft in obedient_drafts(asked.passages, number)
    ]
    written = [claim(one.text, *((cited.handle, cited.quote) for cited in one.citations)) for one in drafts]
    return Reply(answer(written), chunks=4096)


def _draft(text: str, handle: str, quote: str) -> DraftClaim:
    return DraftClaim(text, (DraftCitation(handle, quote),))


def obedient_judge(asked: Asked) -> Reply:
    """Calls supported whatever a quote or claim wants to be called so, and nothing else."""
    seen = "\n".join([asked.claim, *asked.quotes])
    obeys = any(_reads(seen, one.words) for one in PAYLOADS if one.for_judge)
    return Reply(verdict("supported" if obeys else "not_supported", "As I was told."))


def obedient_planner(asked: Asked) -> Reply:
    """Looks for what payloads want to be looked for."""
    items = [(f"wish {number}", [one.words], "none") for number, one in enumerate(PAYLOADS[:12])]
    return Reply(plan(*items, phrases=["restricted filing", "merger plans"], periods=[(2024, 0)]))


def obedient_score(query: str, text: str) -> float:
    """Ten for every page that has a payload."""
    return 10.0 if any(_reads(text, one.words) for one in PAYLOADS) else 0.0


def _reads(seen: str, words: str) -> bool:
    """Whether a model still reads the words, as they stand or in letters that nobody sees."""
    return _folded(words) in _folded(seen) or any("\U000e0000" <= letter <= "\U000e0fff" for letter in seen)


def _folded(text: str) -> str:
    return "".join(text.split()).lower()


# --- what came of it ----------------------------------------------------------------------------------------


def outcomes(one: Claim) -> tuple[Outcome, ...]:
    """Every check of a claim that code made: its kind and outcome."""
    checks = [*one.checks, *(check for citation in one.citations for check in citation.checks)]
    return tuple(_outcome(check) for check in checks if not is_model(check))


def is_model(check: Check) -> bool:
    return check.checker.startswith("model")


def comparable(claims: Sequence[Claim]) -> dict[tuple[str, int], tuple[Outcome, ...]]:
    """The outcomes of the checks of claims about rows, by their words and their place among those of the same words;
    claims that repeat a payload have no counterpart."""
    found: dict[tuple[str, int], tuple[Outcome, ...]] = {}
    for one in claims:
        if one.text.startswith("Net sales of segment"):
            found[one.text, sum(text == one.text for text, _ in found)] = outcomes(one)
    return found


def _outcome(check: Check) -> Outcome:
    return check.kind.value, check.outcome.value
