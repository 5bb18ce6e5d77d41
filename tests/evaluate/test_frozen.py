"""The lexicon that figures are reported with."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.evaluate import frozen
from pipeline.evaluate.frozen import lexicon_hash
from tests.bench.lexicon import frozen_hash, require_frozen


def test_the_lexicon_is_the_one_that_the_figures_were_reported_with() -> None:
    """Changed on purpose? Freeze it anew and report anew: tests/bench/lexicon.py says how."""
    assert lexicon_hash() == frozen_hash()


def test_a_word_more_a_renamed_file_and_a_moved_line_are_other_lexicons(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hashed(files: dict[str, str]) -> str:
        for old in tmp_path.iterdir():
            old.unlink()
        for name, text in files.items():
            (tmp_path / name).write_text(text)
        return lexicon_hash()

    monkeypatch.setattr(frozen, "files", lambda package: tmp_path)
    first = hashed({"a.toml": "x\n", "b.toml": "y\n"})
    assert first == hashed({"b.toml": "y\n", "a.toml": "x\n", "finance.py": "code"})
    others = [
        {"a.toml": "x\n", "b.toml": "y z\n"},
        {"a.toml": "x\ny\n", "b.toml": ""},
        {"a.toml": "x\n", "c.toml": "y\n"},
    ]
    assert len({first, *map(hashed, others)}) == 4


def test_no_report_of_a_lexicon_that_is_not_frozen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(frozen, "files", lambda package: tmp_path)
    with pytest.raises(SystemExit, match="are no report"):
        require_frozen()
