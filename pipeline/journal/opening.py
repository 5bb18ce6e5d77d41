"""Turning the log on: every line of this process, whoever writes it, goes through one form."""

from __future__ import annotations

import logging
import os
import sys
import threading
import warnings
from pathlib import Path
from types import TracebackType
from typing import Any, Final, TextIO

from pipeline.journal.lines import FACTS, JsonLines, TextLines
from pipeline.journal.secrets import Secrets
from pipeline.journal.told import OURS
from pipeline.operation import LogForm

_SELF_WILLED: Final = ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi")
"""Loggers that come with handlers of their own, which would print what ours keeps back."""

journal: Final = logging.getLogger(OURS)


def open_journal(form: LogForm) -> None:
    """Send every record to standard error in this form, and with them every fault that nobody caught. From others
    only warnings and errors are taken; from us, as JSON, also what is in order."""
    secrets = Secrets.of_environment(os.environ)
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines(secrets) if form is LogForm.JSON else TextLines(secrets))
    logging.root.handlers[:] = [handler]
    logging.root.setLevel(logging.WARNING)
    journal.setLevel(logging.INFO if form is LogForm.JSON else logging.WARNING)
    warnings.showwarning = _warned
    for name in _SELF_WILLED:
        _through_ours(logging.getLogger(name))
    _take_from_streamlit()
    sys.excepthook = _uncaught
    threading.excepthook = _uncaught_in_thread
    sys.unraisablehook = _unraisable


def open_journal_in_child() -> None:
    """The same in a process that was started for one thing: in the form that the environment says, and else as text."""
    is_json = os.environ.get("PINCITE_LOG") == LogForm.JSON
    open_journal(LogForm.JSON if is_json else LogForm.TEXT)


def _through_ours(logger: logging.Logger) -> None:
    logger.handlers.clear()
    logger.propagate = True
    logger.setLevel(logging.NOTSET)


def _take_from_streamlit() -> None:
    """Streamlit gives each of its loggers a handler, also those that it makes later. Nothing happens in a process that
    does without it."""
    streamlit = sys.modules.get("streamlit.logger")
    if streamlit is None:
        return
    vars(streamlit)["setup_formatter"] = _through_ours
    for logger in vars(streamlit)["_loggers"].values():
        _through_ours(logger)
    config = sys.modules.get("streamlit.config")
    if (
        config is not None
    ):  # where rich is installed, it would print a fault with its words, past every logger
        config.set_option("logger.enableRich", False)


def _warned(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """A warning of Python's by its kind and place: its words may quote what it warns of."""
    where = f"{'/'.join(Path(filename).parts[-2:])}:{lineno}"
    journal.warning("A library warns.", extra={FACTS: {"kind": category.__name__, "where": where}})


def _uncaught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if issubclass(kind, KeyboardInterrupt):
        return
    journal.critical("The process ends over a fault.", exc_info=(kind, error, trace))


def _uncaught_in_thread(given: threading.ExceptHookArgs) -> None:
    if given.exc_value is None or given.exc_type is SystemExit:
        return
    thread = given.thread.name if given.thread else "unknown"
    journal.error(
        "A thread ends over a fault.",
        exc_info=(given.exc_type, given.exc_value, given.exc_traceback),
        extra={FACTS: {"thread": thread}},
    )


def _unraisable(given: Any) -> None:
    if given.exc_value is not None:
        journal.error(
            "A fault where none can be raised.",
            exc_info=(given.exc_type, given.exc_value, given.exc_traceback),
        )
