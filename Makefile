# Everything runs in .venv, which `make setup` builds and every other target brings up to date.
#
#   make test     what every change must pass
#   make verify   prove the claims of all bundled rulesets
#
# Needs make and Python 3.11 or newer; `make PYTHON=python3.13 …` picks another one.

PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed

.DEFAULT_GOAL := test
.PHONY: setup test verify sweep second-opinion mutate bench clean

setup: $(STAMP)

# The stamp is written last: an install that was cut short is done again.
$(STAMP): pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

# Cheapest first; the first that fails ends the run.
test: setup
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -n 2 --dist loadgroup

verify: setup
	$(BIN)/beloteql verify --all

sweep: setup
	$(BIN)/pytest -n auto --dist loadgroup -m sweep

# Other solvers decide again what Z3 has decided; the share that they confirm is printed.
second-opinion: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,second-opinion]'
	$(BIN)/pytest -n auto -m sweep -rP tests/verify/test_smtlib.py

# Rulesets changed in one place: what of it `verify` notices, and what survives.
mutate: setup
	$(BIN)/python -m tests.mutation klaverjas-amsterdam belote bela

bench: setup
	$(BIN)/python -m benchmarks

clean:
	rm -rf .venv .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
