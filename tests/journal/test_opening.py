"""In a process whose log is open, everybody's lines come out in one form, and none with somebody's words."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
CANARY = "CANARY-7f3a"

PROGRAM = f"""
import asyncio, gc, logging, sys, threading, warnings
from streamlit.logger import get_logger
early = get_logger("streamlit.early")
from pipeline.journal.opening import journal, open_journal
from pipeline.operation import LogForm
open_journal(LogForm.JSON)
late = get_logger("streamlit.late")

def fail():
    raise ValueError("{CANARY}")

for logger in (early, late, logging.getLogger("uvicorn.error"), logging.getLogger("procrastinate.worker")):
    try:
        fail()
    except ValueError as error:
        logger.error("from %s", "{CANARY}", exc_info=error)
logging.getLogger("httpx").info("HTTP Request: %s", "{CANARY}")
logging.getLogger("openai").debug("{CANARY}")
journal.info("In order.", extra={{"facts": {{"seconds": 1}}}})
warnings.warn("{CANARY}")
thread = threading.Thread(target=fail, name="reader"); thread.start(); thread.join()

async def forgotten():
    task = asyncio.create_task(asyncio.to_thread(fail))
    await asyncio.sleep(0.2)
    del task
    gc.collect()
asyncio.run(forgotten())

class Unfinished:
    def __del__(self):
        fail()
del_me = Unfinished(); del del_me
fail()
"""


def test_every_line_is_json_and_none_has_anybody_s_words() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 1
    assert CANARY not in done.stdout + done.stderr
    lines: list[dict[str, Any]] = [json.loads(line) for line in done.stderr.splitlines()]
    said = [line["logger"] for line in lines]
    assert said[:4] == ["streamlit.early", "streamlit.late", "uvicorn.error", "procrastinate.worker"]
    assert {"asyncio", "pincite"} <= set(said)
    assert [line["kind"] for line in lines if line["says"] == "A library warns."] == ["UserWarning"]
    assert not {"httpx", "openai"} & set(said)
    assert [line["seconds"] for line in lines if line["says"] == "In order."] == [1]
    faults = [line["says"] for line in lines if line["logger"] == "pincite" and "error" in line]
    assert faults == [
        "A thread ends over a fault.",
        "A fault where none can be raised.",
        "The process ends over a fault.",
    ]
    assert all(line["error"]["kind"] == "ValueError" for line in lines if "error" in line)
