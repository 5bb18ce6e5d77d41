"""The Library's search and filters. The address is the only place that keeps them: a reload, and the way back, find
them again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import streamlit as st

from pages.filings import FilingRow
from pages.library_choice import (
    FACETS,
    GROUP,
    GROUPS,
    PAGE,
    WORDS,
    Facet,
    LibraryChoice,
    facet_counts,
    facet_words,
)

_EVERY: Final = (WORDS, GROUP, PAGE, "sort", *(facet.parameter for facet in FACETS))


def chosen() -> LibraryChoice:
    return LibraryChoice.read(st.query_params.to_dict())


def choose(choice: LibraryChoice) -> None:
    """Put a choice into the address, in one change; what is open stays so."""
    left: dict[str, list[str]] = {name: [] for name in _EVERY if name in st.query_params}
    st.query_params.update({**left, **{name: [value] for name, value in choice.parameters().items()}})


def clear_button(choice: LibraryChoice) -> None:
    """The way back to every filing, where some are left out."""
    if choice.is_narrowed:
        st.button(
            "Clear filters",
            key="clear-filters",
            icon=":material/filter_alt_off:",
            type="tertiary",
            on_click=choose,
            args=(LibraryChoice(sort=choice.sort, is_down=choice.is_down, group=choice.group),),
        )


def draw(rows: Sequence[FilingRow], choice: LibraryChoice, names: Mapping[str, str]) -> None:
    """The search and a filter for each facet that tells any filings apart. `names` are those of collections."""
    with st.container(horizontal=True, vertical_alignment="center", key="filters"):
        from_address("library-words", choice.words)
        st.text_input(
            "Filter",
            placeholder="Company, ticker, form or period",
            key="library-words",
            icon=":material/search:",
            label_visibility="collapsed",
            max_chars=200,
            on_change=take,
            args=("library-words", WORDS),
        )
        for facet in FACETS:
            _facet(facet, rows, choice, names)
        _group(choice)


def _facet(facet: Facet, rows: Sequence[FilingRow], choice: LibraryChoice, names: Mapping[str, str]) -> None:
    counts = facet_counts(rows, choice, facet)
    value = choice.facets.get(facet.parameter)
    if len(counts) < 2 and value is None and not _splits(counts, rows):
        return
    key = f"facet-{facet.parameter}"
    from_address(key, value)
    st.selectbox(
        facet.label,
        list(counts),
        index=None,
        format_func=lambda one: facet_words(facet, one, counts.get(one, 0), names),
        placeholder=f"{facet.label}: all",
        key=key,
        label_visibility="collapsed",
        on_change=take,
        args=(key, facet.parameter),
    )


def _splits(counts: Mapping[str, int], rows: Sequence[FilingRow]) -> bool:
    """Whether one value alone still leaves some filings out."""
    return any(count < len(rows) for count in counts.values())


def _group(choice: LibraryChoice) -> None:
    from_address("library-group", choice.group or None)
    st.selectbox(
        "Group by",
        list(GROUPS),
        index=None,
        format_func=lambda one: f"By {GROUPS[one].lower()}",
        placeholder="Not grouped",
        key="library-group",
        label_visibility="collapsed",
        on_change=take,
        args=("library-group", GROUP),
    )


def from_address(key: str, value: str | None) -> None:
    """Have a field show what the address says, also after the way back to an earlier one."""
    if st.session_state.get(key) != value:
        st.session_state[key] = value


def take(key: str, parameter: str) -> None:
    """Put a field's value into the address, and begin at the first page. Not bound to it by Streamlit: a page cannot be
    left for another while a parameter is."""
    value = st.session_state[key]
    written = value.strip() if isinstance(value, str) else None
    st.query_params.update({PAGE: [], parameter: [written] if written else []})
