"""A browser's half of a Streamlit session without a browser: it opens pages, fills in and presses what is drawn there,
and reads what components are given. For load and for tests that look at no pixel."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Final, Self
from urllib.parse import parse_qs

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

PATIENCE: Final = 60.0
"""Seconds that a run of the script may take."""


@dataclass(slots=True)
class StreamlitSession:
    """Used with `async with`. `query`: the page's address after its question mark, as the app has set it last.
    `elements`: what is drawn, in order."""

    url: str
    query: str = ""
    elements: list[Element] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    _socket: ClientConnection | None = None
    _page: str = ""

    async def __aenter__(self) -> Self:
        address = self.url.replace("http", "ws", 1) + "/_stcore/stream"
        self._socket = await connect(
            address,
            subprotocols=[Subprotocol("streamlit")],
            origin=Origin(self.url),
            max_size=None,
            open_timeout=PATIENCE,
        )
        await self.run()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._socket is not None:
            await self._socket.close()

    async def run(self, states: Sequence[WidgetState] = ()) -> None:
        """Run the script with what was filled in and pressed, and read what it draws until it has ended, with the runs
        that it asks for itself."""
        message = BackMsg()
        message.rerun_script.query_string = self.query
        message.rerun_script.page_script_hash = self._page
        message.rerun_script.widget_states.widgets.extend(states)
        await self.socket.send(message.SerializeToString())
        async with asyncio.timeout(PATIENCE):
            while not self._take(await self._received()):
                pass

    async def ask(self, question: str) -> str:
        """Ask on the Ask page; the id of the answer that is shown then, "" for none. Raises LookupError when there is
        nothing to ask with."""
        box = self._drawn("text_input").text_input
        button = self._drawn("button", in_form=True).button
        await self.run(
            [WidgetState(id=box.id, string_value=question), WidgetState(id=button.id, trigger_value=True)]
        )
        return self.parameter("answer")

    def parameter(self, name: str) -> str:
        """A parameter of the page's address; "" where it has none."""
        return parse_qs(self.query).get(name, [""])[0]

    def has_component(self, name: str) -> bool:
        return bool(self._given(name))

    def component(self, name: str) -> dict[str, Any]:
        """What a component was given last. Raises LookupError."""
        given = self._given(name)
        if not given:
            raise LookupError(f"There is no component {name!r} on this page.")
        found: dict[str, Any] = json.loads(given[-1])
        return found

    def _drawn(self, kind: str, *, in_form: bool = False) -> Element:
        for one in self.elements:
            if one.WhichOneof("type") == kind and (not in_form or getattr(one, kind).form_id):
                return one
        raise LookupError(f"There is no {kind} on this page: {self.words()}")

    def _given(self, name: str) -> list[str]:
        components = [
            one.bidi_component for one in self.elements if one.WhichOneof("type") == "bidi_component"
        ]
        return [one.json for one in components if name in one.component_name]

    def words(self) -> str:
        """What alerts, headings and paragraphs say."""
        said = []
        for one in self.elements:
            match one.WhichOneof("type"):
                case "alert":
                    said.append(one.alert.body)
                case "markdown":
                    said.append(one.markdown.body)
                case "exception":
                    said.append(one.exception.message)
        return "\n".join(said)

    async def closed(self) -> int | None:
        """Waits until the server ends the session; the code that it gives."""
        await self.socket.wait_closed()
        return self.socket.close_code

    @property
    def socket(self) -> ClientConnection:
        if self._socket is None:
            raise RuntimeError("the session is not open")
        return self._socket

    async def _received(self) -> ForwardMsg:
        data = await self.socket.recv()
        message = ForwardMsg()
        message.ParseFromString(data if isinstance(data, bytes) else data.encode())
        return message

    def _take(self, message: ForwardMsg) -> bool:
        """True at the end of the last run."""
        match message.WhichOneof("type"):
            case "new_session":
                self._page = message.new_session.page_script_hash
                self.elements = []
            case "delta" if message.delta.WhichOneof("type") == "new_element":
                self.elements.append(message.delta.new_element)
                if message.delta.new_element.WhichOneof("type") == "exception":
                    self.errors.append(message.delta.new_element.exception.message)
            case "page_info_changed":
                self.query = message.page_info_changed.query_string
            case "script_finished":
                return message.script_finished in (
                    ForwardMsg.FINISHED_SUCCESSFULLY,
                    ForwardMsg.FINISHED_WITH_COMPILE_ERROR,
                )
        return False
