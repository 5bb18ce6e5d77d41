"""How long a question takes without a model: embedding, search, claims, checks, storing."""

from __future__ import annotations

import time
from pathlib import Path

from pipeline.answer.ask import ask
from pipeline.index.embedding import embedder_for
from pipeline.settings import Settings
from pipeline.store.database import Database
from pipeline.store.scope import LOCAL
from tests.bench.figure import Figure, quantile

QUESTIONS = (
    "What were total net sales in the third quarter?",
    "How much was spent on research and development?",
    "What drove the change in gross margin?",
    "What is the effective tax rate?",
    "How many shares were repurchased?",
    "What are the main legal proceedings?",
    "What was net income per diluted share?",
    "How did foreign currency affect sales?",
    "What is the total of current liabilities?",
    "Which segment grew the most?",
)
ROUNDS = 4


def measure(home: Path) -> list[Figure]:
    database = Database.open(Settings(home))
    embedder = embedder_for(Settings(home))
    try:
        ask(database, LOCAL, embedder, QUESTIONS[0])  # loads the model and prepares the statements
        seconds = []
        for _ in range(ROUNDS):
            for question in QUESTIONS:
                started = time.perf_counter()
                ask(database, LOCAL, embedder, question)
                seconds.append(time.perf_counter() - started)
    finally:
        database.close()
    on = f"{len(seconds)} questions over the whole library"
    return [
        Figure("question, p50", 1000 * quantile(seconds, 0.5), "ms", "≤ 100 ms", on),
        Figure("question, p95", 1000 * quantile(seconds, 0.95), "ms", "≤ 100 ms", on),
    ]
