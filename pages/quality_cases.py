"""The cases behind a figure of the Quality page: what was clicked, in words, its cases, and the way to each one's
evidence."""

from __future__ import annotations

from datetime import date

import streamlit as st

from pages import markup, quality_runs, session
from pages.measuring import cases, run, run_cases
from pages.navigation import quality_page
from pages.plain import plain
from pages.quality_addresses import PAGE_SIZE, CaseList, CasesAddress, InvalidAddress
from pages.quality_case_tables import case_table, measured_table
from pages.quality_tables import OUTCOME_WORDS
from pipeline.evidence.errors import NotFound
from pipeline.evidence.review import VERDICT_WORDS
from pipeline.store.quality import first_week
from viewer import services
from viewer.quality_chart import week_words
from viewer.quality_layers import LAYER_WORDS
from viewer.quality_series import NO_FORM, media_words, series_name
from viewer.quality_views import CHECKS, reason_words

USUAL_WEEKS = 12


def draw(today: date) -> None:
    """The cases that the address names; words where it names what there is not."""
    st.page_link(quality_page(), label="All figures", icon=":material/arrow_back:", query_params={})
    try:
        address = CasesAddress.read(st.query_params.to_dict(), first_week(today, USUAL_WEEKS))
        if address is None:
            return
        if address.cases is CaseList.RUN and address.run is not None:
            _run(address)
        else:
            _list(address)
    except (InvalidAddress, NotFound) as error:
        st.info(f"{plain(error.message)} Go back to all figures.", icon=":material/link_off:")


def _list(address: CasesAddress) -> None:
    found = cases(services.current(), session.scope(), address, PAGE_SIZE)
    st.markdown(f"### {plain(title(address))}")
    st.markdown(f":gray[{_count(found.total, address)}]")
    if found.rows:
        st.html(case_table(title(address), found.rows))
        _turn(address, len(found.rows), found.total)
    elif address.offset:
        st.info("There are no more cases. Go back to the newest.", icon=":material/last_page:")
        st.html(markup.link(address.turned(0).href, "The newest cases"))
    else:
        st.info(
            "There are no such cases. They may have been judged otherwise, or checked again, since the figure was "
            "drawn.",
            icon=":material/check_circle:",
        )


def _count(total: int, address: CasesAddress) -> str:
    if address.cases is CaseList.JUDGED:
        return f"{total:,} claims, the newest verdict first"
    return (
        f"{total:,} failed checks and verdicts, newest first. A citation may fail several checks, and a check may be "
        "of a claim with several citations, so this is not the number of failed citations."
    )


def _run(address: CasesAddress) -> None:
    assert address.run is not None
    found = run(services.current(), session.scope(), address.run)
    page = run_cases(services.current(), session.scope(), address, address.run, PAGE_SIZE)
    figure = found.run.figure(address.figure) if address.figure else None
    name = f": {figure.name}" if figure else ""
    st.markdown(f"### {plain(f'{LAYER_WORDS[found.run.layer]}, {found.run.measure}{name}')}")
    when = session.local_time(found.run.created_at)
    st.markdown(
        f":gray[{plain(found.run.gold_name)}, measured {when}. {page.total:,} cases, the worst first.]"
    )
    if address.figure is None:
        st.html(quality_runs.run_table([found], address.only))
    if page.rows:
        st.html(measured_table("Cases of the measurement", page.rows))
        _turn(address, len(page.rows), page.total)
    elif not page.hidden:
        st.info("The measurement kept no cases of this figure.", icon=":material/inbox:")
    if page.hidden:
        st.caption(
            f"{page.hidden:,} more tell what reviewers said of claims that you are still to judge. They are shown once "
            "you have judged them, or their review is complete."
        )


def _turn(address: CasesAddress, shown: int, total: int) -> None:
    """Links to the cases before and after."""
    last = address.offset + shown
    ways = []
    if address.offset:
        ways.append(markup.link(address.turned(address.offset - PAGE_SIZE).href, "Before"))
    ways.append(f"{address.offset + 1:,} to {last:,} of {total:,}")
    if last < total:
        ways.append(markup.link(address.turned(last).href, "Next"))
    st.html(f'<p class="turn">{" · ".join(ways)}</p>')


def title(address: CasesAddress) -> str:
    """What an address chooses: "Support failing · writer, answer-1 · week of 23 Nov"."""
    only = address.only
    said: list[str] = []
    if address.cases is CaseList.JUDGED and address.verdict is not None:
        said.append(f"Reviewers: {VERDICT_WORDS[address.verdict]}")
        if address.outcome is not None:
            said.append(f"Checker: {OUTCOME_WORDS[address.outcome]}")
    elif only.kind is not None:
        said.append(f"{CHECKS[only.kind]} failing")
    elif only.layer is not None:
        said.append(f"{LAYER_WORDS[only.layer]} failing")
    else:
        said.append("Everything that failed")
    if only.reason is not None:
        said.append(reason_words(only.reason))
    if only.prompt is not None:
        said.append(series_name(only.model or None, only.prompt or None))
    elif only.model is not None:
        said.append(only.model or series_name(None, None))
    said += [one for one in (only.parser_version,) if one]
    if only.form is not None:
        said.append(only.form or NO_FORM)
    if only.media_type is not None:
        said.append(media_words(only.media_type))
    said.append(f"week of {week_words(only.week)}" if only.week else f"since {week_words(only.since)}")
    return " · ".join(said)
