"""Taking reviewed answers away as a file, and taking in what others reviewed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

import streamlit as st

from pages import session
from pages.plain import plain
from pipeline.evidence.errors import PinciteError
from pipeline.exchange.formats import MEDIA_TYPE, SUFFIX, Format, read, write
from pipeline.exchange.gathering import reviewed_answers
from pipeline.exchange.importing import import_records
from pipeline.exchange.limits import MOST_BYTES
from pipeline.store.connect import Connection
from pipeline.store.reviewers import Reviewer
from pipeline.store.scope import Scope
from viewer import services
from viewer.taking import Exporter, Taken, export_address

_FORMATS: Final = {
    Format.XLSX: ("Workbook (.xlsx)", "table"),
    Format.CSV: ("CSV tables (.zip)", "folder_zip"),
    Format.JSONL: ("JSON lines (.jsonl)", "data_object"),
    Format.JSONLD: ("Web Annotations (.jsonld)", "hub"),
}
_NOTE: Final = (
    "The answers that {name} has reviewed, with their evidence, checks, verdicts and marked places. Each format can be "
    "imported again. What others say of claims that {name} has not judged is left out, and what {name} may not read."
)
_NOTHING: Final = (
    "Nothing to export yet: {name} has judged no claim. A file has what its reviewer has judged, "
    "and what others say of it."
)
_SENT: Final = "exchange-file"


def exchange_menu(reviewer: Reviewer) -> None:
    """A popover with the export in four formats and the import, as `reviewer`: what is hidden from them while they
    judge blind is not in their file."""
    with st.popover("Export / import", icon=":material/swap_vert:", key="exchange"):
        scope = replace(session.scope(), user_id=reviewer.id)
        if reviewer.verdicts:
            st.caption(_NOTE.format(name=plain(reviewer.name)))
        else:
            st.caption(_NOTHING.format(name=plain(reviewer.name)))
        for chosen, (words, icon) in _FORMATS.items() if reviewer.verdicts else ():
            st.link_button(
                words,
                export_address(services.current().links, scope, chosen.value),
                icon=f":material/{icon}:",
                key=f"exchange-{chosen}",
                type="tertiary",
                width="stretch",
            )
        st.divider()
        if st.button("Import a file", icon=":material/upload:", key="exchange-import", type="tertiary"):
            st.dialog("Import reviewed answers", width="large")(_import)()


def exporters() -> dict[str, Exporter]:
    """What writes each format, by the last part of its address."""
    return {chosen.value: _exporter(chosen) for chosen in _FORMATS}


def _exporter(chosen: Format) -> Exporter:
    def export(conn: Connection, scope: Scope, _: Mapping[str, str]) -> Taken:
        gathered = reviewed_answers(conn, scope, is_blind=True)
        name = f"pincite-reviewed-{datetime.now(UTC):%Y-%m-%d}{SUFFIX[chosen]}"
        return Taken(name, MEDIA_TYPE[chosen], write(gathered.records, chosen))

    return export


def _import() -> None:
    st.caption(
        "A file that Pincite exported, here or elsewhere, in any of the four formats. Filings are found by their "
        "bytes: add them first, or import the file again once they are there. All of it is taken, or nothing."
    )
    file = st.file_uploader(
        "File",
        type=["jsonl", "zip", "xlsx", "jsonld", "json"],
        key=_SENT,
        max_upload_size=MOST_BYTES // 1_000_000,
    )
    if file is None or not st.button("Import", type="primary", icon=":material/upload:", key="exchange-take"):
        return
    scope = session.scope()
    try:
        records = read(file.getvalue(), file.name)
        with services.current().database.scoped(scope) as conn:
            report = import_records(conn, scope, records, file.name)
    except PinciteError as error:
        st.error(f"Nothing was imported. {plain(error.message)}", icon=":material/error:")
        return
    is_whole = not (report.conflicts or report.missing or report.lost)
    first, *others = report.lines
    (st.success if is_whole else st.warning)(
        plain(first), icon=":material/check_circle:" if is_whole else ":material/info:"
    )
    for line in others:
        st.markdown(plain(line))
