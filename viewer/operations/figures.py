"""The app's figures for Prometheus, given as long as the app is open, when the settings say where."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from pipeline import meters
from pipeline.evidence.errors import PinciteError
from viewer.operations.shared_figures import SharedFigures
from viewer.services import Services


@asynccontextmanager
async def figures_given(services: Services) -> AsyncIterator[None]:
    """Raises ConfigurationError when the address is taken."""
    listener = services.settings.operation.metrics
    if listener is None:
        yield
        return
    with meters.read_when_asked(SharedFigures(services)):
        end = meters.give_figures(listener)
        try:
            yield
        finally:
            await asyncio.to_thread(end)


def count_script_error(error: Exception) -> None:
    """Count what a page did not expect. Streamlit then says so, there and in the log."""
    meters.errors.labels(error.kind if isinstance(error, PinciteError) else type(error).__name__).inc()
