"""FinanceBench as gold of support: its answers that are sentences, with the evidence that a person copied for them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pipeline.evaluate.support_gold import SupportCase, quoted
from pipeline.evaluate.support_mutations import Wrong, wrong_claims
from pipeline.evidence.verdict import Verdict

FEWEST_WORDS = 5
"""An answer of fewer words ("Yes", "$303.00") is no sentence."""

_YES_OR_NO = re.compile(r"^(?:yes|no)[.,]\s+", re.IGNORECASE)
_FORMS = {"10k": "10-K", "10q": "10-Q", "8k": "8-K"}


def financebench_cases(rows: Sequence[Mapping[str, Any]]) -> Iterator[SupportCase]:
    """Each answer that is a sentence, and that sentence made wrong in every way that applies."""
    for at, row in enumerate(rows):
        claim = _YES_OR_NO.sub("", str(row["answer"]).strip())
        if len(claim.split()) < FEWEST_WORDS:
            continue
        other = next((one for one in rows[at + 1 :] if one["company"] != row["company"]), rows[0])
        name, evidence = str(row["id"]), _evidence(row)
        claim = claim[:1].upper() + claim[1:]
        yield SupportCase(name, claim, evidence, Verdict.SUPPORTED)
        names = [(str(row["company"]), str(other["company"]))]
        for wrong in wrong_claims(claim, name, names):
            kind = wrong.wrong.value
            yield SupportCase(f"{name}: {kind}", wrong.text, evidence, Verdict.NOT_SUPPORTED, kind)
        kind = Wrong.EVIDENCE.value
        yield SupportCase(f"{name}: {kind}", claim, _evidence(other), Verdict.NOT_SUPPORTED, kind)


def _evidence(row: Mapping[str, Any]) -> tuple[Any, ...]:
    form = str(row["doc_type"])
    title = f"{row['company']} · Form {_FORMS.get(form, form)} · FY{row['doc_period']}"
    return tuple(quoted(str(text), at, title) for at, text in enumerate(row["evidence_texts"], start=1))
