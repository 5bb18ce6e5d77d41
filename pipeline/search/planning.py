"""A model plans a search: which line items, phrases and periods to look for beside the question's own words."""

from __future__ import annotations

import time
from typing import Literal

from pydantic import BaseModel, ConfigDict

from pipeline.evidence.trace import TraceStep
from pipeline.model.chat import Chat
from pipeline.model.endpoint import Endpoint
from pipeline.model.exchange import prepare
from pipeline.model.failures import AttemptFailed
from pipeline.model.prompt import Prompt, enclosed, token_for
from pipeline.model.schema import strict_schema
from pipeline.model.stopped import Deadline, Stopped, never
from pipeline.model.structured import structured_reply
from pipeline.search.aid_failures import words_of
from pipeline.search.plan import Plan, Planned

PLAN = "plan-1"

PROMPTS = f"{__package__}.prompts"
"""The package of the instructions' files."""

NO_PLAN = "The model gave no plan in the form that was asked for."


class WrittenItem(BaseModel):
    model_config = ConfigDict(frozen=True)

    name: str
    labels: list[str]
    statement: Literal[
        "balance sheet",
        "income statement",
        "comprehensive income",
        "cash flow statement",
        "statement of equity",
        "none",
    ]


class WrittenPeriod(BaseModel):
    model_config = ConfigDict(frozen=True)

    year: int
    quarter: int


class WrittenPlan(BaseModel):
    """The shape that a model is asked for. What it does write is read by `Plan.of`, piece by piece."""

    model_config = ConfigDict(frozen=True)

    items: list[WrittenItem]
    phrases: list[str]
    periods: list[WrittenPeriod]


class ModelPlanner:
    """Plans through chat completions. `seconds`: how long a plan is waited for, with all attempts."""

    def __init__(self, endpoint: Endpoint, seconds: float) -> None:
        self._endpoint = endpoint.within(seconds)
        self._seconds = seconds
        self._schema = strict_schema(WrittenPlan)

    @property
    def name(self) -> str:
        """Its model and the version of its prompt: "gpt-x, plan-1"."""
        return f"{self._endpoint.model}, {PLAN}"

    def plan(self, question: str, stopped: Stopped = never) -> Planned:
        """What to look for. Raises nothing of the endpoint's: the search goes on without a plan, and says so."""
        started = time.perf_counter()
        prepare(self._endpoint)
        deadline = Deadline(self._seconds, stopped)
        chat = Chat(self._endpoint, plan_prompt(question), "plan", self._schema, deadline)
        plan, problem = Plan(), ""
        try:
            plan = structured_reply(chat, Plan.of, NO_PLAN)
        except AttemptFailed as failed:
            problem = words_of(failed, self._endpoint, "plan", deadline, self._seconds)
        milliseconds = round(1000 * (time.perf_counter() - started), 1)
        return Planned(plan, TraceStep(f"plan by {self.name}", plan.size, milliseconds, problem))


def plan_prompt(question: str) -> Prompt:
    """Asks what to look for, and shows the question only."""
    token = token_for([question])
    return Prompt.of(PROMPTS, PLAN, token, [enclosed("asked", token, question)])
