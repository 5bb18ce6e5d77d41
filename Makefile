# Two commands are all a newcomer needs: `make run` and `make test`. Both set everything up by themselves.

.DEFAULT_GOAL := help
.PHONY: help run worker test check format bench clean

VENV := .venv
BIN := $(VENV)/bin
UV := $(VENV)/uv/bin/uv
READY := $(VENV)/.ready

help:
	@echo "make run     open Pincite on http://127.0.0.1:8501 with sample filings"
	@echo "make worker  read queued filings on this host, for an app elsewhere"
	@echo "make test    run every test, the browser included"
	@echo "make check   format, lint, types, import layers"
	@echo "make bench   measure, print a table, write bench.json"

run: $(READY)
	@$(BIN)/pincite serve --samples

worker: $(READY)
	@$(BIN)/pincite worker

test: $(READY)
	@$(BIN)/python -m tests.chromium
	@$(BIN)/python -m pytest -n 2 --dist loadfile -m "not alone"
	@$(BIN)/python -m pytest -m alone

check: $(READY)
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

format: $(READY)
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

bench: $(READY)
	@$(BIN)/python -m tests.chromium
	@$(BIN)/python -m tests.bench

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis bench.json

# uv lives in a folder of its own inside .venv, because `uv sync` removes from .venv what the lock does not name.
$(READY): pyproject.toml uv.lock
	@echo "Installing the locked dependencies into $(VENV) …"
	@test -x $(UV) || python3 -m venv $(VENV)/uv || \
	  { echo "python3 cannot make virtual environments; on Debian: apt-get install python3-venv" >&2; exit 1; }
	@test -x $(UV) || $(VENV)/uv/bin/python -m pip install --quiet --disable-pip-version-check "uv>=0.9"
	@test -x $(BIN)/python || { $(UV) venv --quiet --allow-existing --python python3 $(VENV); }
	@$(UV) sync --quiet --frozen --compile-bytecode
	@touch $(READY)
