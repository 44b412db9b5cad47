# The map of this repository: what a person does with it.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin

.PHONY: help setup lock demo serve test check check-long bench schemas format clean

help:            ## this list
	@grep -hE '^[a-z-]+: .*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: .venv/ready ## make .venv with the locked dependencies

.venv/ready: requirements.lock pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

demo: setup      ## the main job: a real tournament, end to end, in under a minute
	$(BIN)/omkamp demo

serve: setup     ## all six services and their nats-server, data under ./.omkamp
	$(BIN)/omkamp up

test: setup      ## every test that is not marked long
	$(BIN)/python -m pytest -m "not long" -n auto

format: setup    ## format and fix what can be fixed
	$(BIN)/ruff format . && $(BIN)/ruff check --fix .

schemas: setup   ## write contracts/schemas anew
	$(BIN)/python -m contracts.schema write

check: setup     ## what CI runs: format, lint, types, import rules, contracts drift, tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m contracts.schema check
	$(MAKE) test

check-long: check ## thousands of random cases as well
	$(BIN)/python -m pytest -m long -n auto

bench: setup     ## the promises of performance, as ratios side by side
	$(BIN)/python -m tests.bench

lock:            ## resolve requirements.lock anew (needs uv)
	uv pip compile --universal --python-version 3.11 --extra dev --generate-hashes --no-header --quiet pyproject.toml -o requirements.lock

clean:           ## remove what setup and the tools made
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis
