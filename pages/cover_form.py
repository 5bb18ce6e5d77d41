"""What a filing says it is: each field with where it was read, to be corrected by whoever knows better."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final
from uuid import UUID

import streamlit as st

from pages import session
from pages.plain import plain
from pipeline.evidence.cover import Cover, CoverField, CoverSource
from pipeline.evidence.cover_entry import YEARS, CoverEntry, InvalidCoverEntry
from pipeline.evidence.cover_title import day_words
from pipeline.store import covers
from pipeline.store.documents import DocumentRow
from viewer import services

FILING: Final = "filing"
"""The parameter of the Library's address that names the document that is open beside the table."""
PLACE: Final = "at"
"""The parameter with the PDF page of that filing, from 1, that an address leads to."""
COVER: Final = "cover"
"""The parameter that says that its cover is open over the page."""

FIELD_WORDS: Final = {
    CoverField.REGISTRANTS: "company",
    CoverField.FORM: "form",
    CoverField.PERIOD_END: "period end",
    CoverField.FISCAL_YEAR: "fiscal year",
    CoverField.FISCAL_QUARTER: "quarter",
    CoverField.FILED_ON: "day of filing",
}
SOURCE_WORDS: Final = {
    CoverSource.FACTS: "Read from the filing's tagged facts",
    CoverSource.HEADER: "Read from the file's header",
    CoverSource.COVER: "Read from the printed pages",
    CoverSource.ANALYST: "Written by an analyst",
}
_SOURCE_ICONS: Final = {CoverSource.ANALYST: "edit"}
WHOLE_YEAR: Final = "None: a whole year, or a day"
NOT_COMPLETE: Final = "Questions by company, form and period may miss this filing until that is written here."
BEFORE_COVERS: Final = (
    "This filing was read before covers were. Read it again to have the fields filled in, or write them here."
)


@dataclass(frozen=True, slots=True)
class OpenCover:
    """A filing whose cover is open: as it counts, and as it was read (None: before covers were read)."""

    version_id: UUID
    title: str
    cover: Cover
    as_read: Cover | None


def read_cover(document: DocumentRow) -> OpenCover | None:
    """The cover of a document's current version; None where the reader may not read it or nothing is stored."""
    if not document.may_read or document.version_id is None:
        return None
    with services.current().database.scoped(session.scope()) as conn:
        cover = covers.of_versions(conn, [document.version_id])[document.version_id]
        return OpenCover(
            document.version_id, document.title or "", cover, covers.as_read(conn, document.version_id)
        )


def source_words(cover: Cover, field: CoverField) -> tuple[str, str, str]:
    """Tone, icon and words for where a field was read, or that it was not."""
    source = cover.sources.get(field)
    if source is not None:
        return ("none", _SOURCE_ICONS.get(source, "check"), SOURCE_WORDS[source])
    if field in cover.unread:
        return ("warn", "warning", "Not read")
    return ("none", "remove", "None known")


def as_read_words(cover: Cover, field: CoverField) -> str:
    """What was read of a field, in a line."""
    value = getattr(cover, field.value)
    if field is CoverField.REGISTRANTS:
        return ", ".join(registrant.name for registrant in cover.registrants) or "nothing"
    if isinstance(value, date):
        return day_words(value)
    return str(value or "nothing")


def open_dialog(opened: OpenCover) -> None:
    """The cover over the page, until it is saved or closed."""
    dialog = st.dialog("What this filing says it is", width="large", on_dismiss=close)
    dialog(_body)(opened)


def close() -> None:
    st.query_params.pop(COVER, None)


def _body(opened: OpenCover) -> None:
    st.markdown(f"**{plain(opened.title)}**")
    if opened.as_read is None:
        st.markdown(f":orange[:material/update: {BEFORE_COVERS}]")
    elif opened.cover.unread:
        unread = ", ".join(FIELD_WORDS[field] for field in opened.cover.unread)
        st.markdown(f":orange[:material/warning: Not read: {unread}.] {NOT_COMPLETE}")
    with st.form("cover", border=False):
        entry, problems = _fields(opened.cover), st.empty()
        saved = st.form_submit_button("Save", type="primary", icon=":material/check:")
    _restorers(opened)
    if saved:
        try:
            _save(opened, entry)
        except InvalidCoverEntry as error:
            lines = "\n".join(f"- {plain(words)}" for words in error.problems.values())
            problems.error(f"Nothing was saved.\n{lines}", icon=":material/error:")
        else:
            close()
            st.rerun()


def _fields(cover: Cover) -> CoverEntry:
    """The fields as they are written now."""
    before = CoverEntry.of(cover)
    left, right = st.columns(2)
    company = left.text_input("Company", before.company, key="cover-company")
    tickers = right.text_input("Tickers, apart by commas", before.tickers, key="cover-tickers")
    ein = left.text_input("Employer's number (EIN)", before.ein, key="cover-ein", placeholder="91-1646860")
    cik = right.text_input("Registrant's number (CIK)", before.cik, key="cover-cik", placeholder="0000320193")
    former = left.text_area("Former names, one a line", before.former_names, key="cover-former", height=68)
    others = right.text_area("Files together with, one a line", before.others, key="cover-others", height=68)
    _source(cover, CoverField.REGISTRANTS)
    left, right = st.columns(2)
    with left:
        form = st.text_input("Form", before.form, key="cover-form", placeholder="10-K, 10-Q/A, 8-K")
        _source(cover, CoverField.FORM)
        year = st.text_input("Fiscal year", before.fiscal_year, key="cover-year", placeholder="2023")
        _source(cover, CoverField.FISCAL_YEAR)
        filed_on = _date("Filed on", before.filed_on, "cover-filed")
        _source(cover, CoverField.FILED_ON)
    with right:
        period_end = _date("Period end, or day reported on", before.period_end, "cover-period")
        _source(cover, CoverField.PERIOD_END)
        quarter = st.selectbox(
            "Fiscal quarter",
            [None, 1, 2, 3, 4],
            index=before.fiscal_quarter or 0,
            format_func=lambda number: f"Q{number}" if number else WHOLE_YEAR,
            key="cover-quarter",
        )
        _source(cover, CoverField.FISCAL_QUARTER)
    return CoverEntry(company, former, tickers, ein, cik, others, form, period_end, year, quarter, filed_on)


def _date(label: str, value: date | None, key: str) -> date | None:
    chosen = st.date_input(
        label,
        value,
        min_value=date(YEARS.start, 1, 1),
        max_value=date(YEARS.stop - 1, 12, 31),
        format="YYYY-MM-DD",
        key=key,
    )
    return chosen if isinstance(chosen, date) else None


def _source(cover: Cover, field: CoverField) -> None:
    tone, icon, words = source_words(cover, field)
    colour = ":orange" if tone == "warn" else ":gray"
    st.markdown(f"{colour}[:material/{icon}: {words}]", width="content")


def _restorers(opened: OpenCover) -> None:
    """A way back to what was read, for each field that an analyst wrote."""
    written = [field for field, source in opened.cover.sources.items() if source is CoverSource.ANALYST]
    if not written:
        return
    with st.container(key="cover-written", gap=None):
        st.caption("Written by an analyst. Reading the filing again leaves these as they are.")
        for field in written:
            as_read = as_read_words(opened.as_read or Cover(), field)
            if st.button(
                f"Use the {FIELD_WORDS[field]} as it was read: {plain(as_read)}",
                key=f"as-read-{field.value}",
                type="tertiary",
                icon=":material/undo:",
            ):
                _restore(opened, field)
                close()
                st.rerun()


def _save(opened: OpenCover, entry: CoverEntry) -> None:
    changes = entry.changes(opened.cover)
    scope = session.scope()
    with services.current().database.scoped(scope) as conn:
        for field, value in changes.items():
            if value:
                covers.edit(conn, opened.version_id, scope.user_id, field, value)
            else:
                covers.empty(conn, opened.version_id, scope.user_id, field)


def _restore(opened: OpenCover, field: CoverField) -> None:
    scope = session.scope()
    with services.current().database.scoped(scope) as conn:
        covers.edit(conn, opened.version_id, scope.user_id, field, None)
