"""The server: `uvicorn app:app`. Streamlit and the evidence routes in one process, opened and closed together."""

from __future__ import annotations

import asyncio
import gc
import importlib
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import streamlit as st
from starlette.types import Message, Receive, Scope, Send
from streamlit import config

from pages import answering, failures
from pages.taking import exporters
from pipeline.evidence.errors import PinciteError, SignInEnded
from pipeline.jobs import queue_samples
from pipeline.journal.opening import open_journal
from pipeline.settings import Settings
from pipeline.store.scope import LOCAL
from pipeline.workers.beside import WorkerBeside
from viewer import services
from viewer.headers import SecurityHeaders
from viewer.links import link_key
from viewer.operations.ending import begin_ending
from viewer.operations.figures import count_script_error, figures_given
from viewer.operations.requests_noted import RequestsNoted
from viewer.operations.routes import operation_routes
from viewer.review.routes import review_routes
from viewer.routes import evidence_routes
from viewer.sign_in_answers import SignInAnswers
from viewer.sign_outs import SignOuts
from viewer.streamlit_sign_in import configure
from viewer.taking import taking_routes
from viewer.uploads import MembersOnly

SCRIPT = Path(__file__).resolve().parent / "pages" / "script.py"
TURN_SECONDS = 0.0005
"""How long a thread computes on while another waits for the interpreter, which a page image does a dozen times: at each
word with the database. With Python's own 5 ms, every script that runs meanwhile may cost it that much each time."""


class Server(st.App):
    """The whole application. A start that fails for a reason that Pincite knows ends with its words only."""

    def __init__(self, script: Path) -> None:
        super().__init__(
            script,
            lifespan=self._open,
            routes=[
                *operation_routes(services.current),
                *evidence_routes(services.current),
                *review_routes(services.current),
                *taking_routes(services.current, exporters()),
            ],
            on_script_error=_on_script_error,
        )
        self._failure: PinciteError | None = None
        self._settings = Settings(Path())
        guarded = MembersOnly(
            SignInAnswers(SignOuts(super().__call__, services.current), self._is_encrypted), services.current
        )
        self._secured = RequestsNoted(SecurityHeaders(guarded))

    @asynccontextmanager
    async def _open(self, _: st.App) -> AsyncIterator[dict[str, Any]]:
        try:
            open_journal(self._settings.operation.log)
            sys.setswitchinterval(TURN_SECONDS)
            async with services.opened(self._settings) as opened, figures_given(opened):
                warm_up = threading.Thread(target=_warm_up, args=(opened.settings,), name="warm-up")
                warm_up.start()
                if opened.settings.samples:
                    await asyncio.to_thread(queue_samples, opened.settings, opened.database, LOCAL)
                worker = WorkerBeside(opened.settings)
                worker.start()
                try:
                    yield {}
                finally:
                    begin_ending()
                    await asyncio.to_thread(answering.close)
                    await asyncio.to_thread(worker.stop)
                # Native code that still runs when the interpreter ends would abort the process.
                await asyncio.to_thread(warm_up.join)
        except PinciteError as error:
            self._failure = error
            raise

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            await self._secured(scope, receive, send)
            return

        try:
            self._settings = _configured()
        except PinciteError as error:
            await receive()
            await send({"type": "lifespan.startup.failed", "message": f"{error.kind}: {error.message}"})
            return

        async def in_words(message: Message) -> None:
            if message["type"].endswith(".failed") and self._failure is not None:
                message = {**message, "message": f"{self._failure.kind}: {self._failure.message}"}
            await send(message)

        try:
            await super().__call__(scope, receive, in_words)
        except PinciteError as error:
            if error is not self._failure:
                raise

    def _is_encrypted(self) -> bool:
        return self._settings.oidc is not None and self._settings.oidc.is_encrypted


def _configured() -> Settings:
    """The settings, once Streamlit has those that it takes before its application is built. Raises
    ConfigurationError or DataFolderUnusable."""
    settings = Settings.from_environment()
    if settings.oidc is not None:
        configure(settings.oidc, link_key(settings.home))
    return settings


def _on_script_error(error: Exception) -> bool:
    """What a page did not catch: counted, and shown in its own words where it has any."""
    if not isinstance(error, SignInEnded):
        count_script_error(error)
    return failures.shown(error)


def _warm_up(settings: Settings) -> None:
    """Load what the first page and the first question need, while the browser still loads its own part."""
    for name in (
        "pages.shell",
        "pages.library",
        "pages.quality",
        "pages.review",
        "pipeline.answer.ask",
        "pipeline.answer.authors",
        "pipeline.samples.questions",
    ):
        importlib.import_module(name)
    if not settings.embedding_model:
        importlib.import_module("pipeline.index.embedding").offline_embedder().embed(["warm up"])
    importlib.import_module("pipeline.search.lexicon.finance").finance_lexicon()
    # What is loaded now stays. Looked through again at each garbage collection, it nearly doubles what checks take.
    gc.collect()
    gc.freeze()


# The theme lies beside this file. Streamlit looks for it beside its script, and takes every file in a folder "pages"
# beside its script for a page of its own: so the script lies in that folder, and this file stands for it here.
config._main_script_path = __file__
app = Server(SCRIPT)
