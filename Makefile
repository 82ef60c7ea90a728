# make play   install what is needed and start Rotonde
# make test   install what is needed and run every check

.POSIX:
.PHONY: play test format lint bench wheel clean

PYTHON ?= python3
BIN = .venv/bin
# pip reads the first for what it installs, newer ones the second for what it builds with. Relative, as pip splits at spaces.
PIP = PIP_CONSTRAINT=constraints.txt PIP_BUILD_CONSTRAINT=constraints.txt PIP_DISABLE_PIP_VERSION_CHECK=1 $(BIN)/python -m pip
INPUTS = pyproject.toml constraints.txt package-lock.json hatch_build.py

play: .venv/for-play
	@$(BIN)/rotonde

test: lint
	$(BIN)/python -m tools.chromium
	$(BIN)/python -m tools.postgresql
	$(BIN)/pytest -n 2 --dist loadfile

format: .venv/for-test
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

lint: .venv/for-test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/pyright
	$(BIN)/pyright -p pyright-basic.json

bench: .venv/for-play
	$(BIN)/rotonde bench

wheel: .venv/for-play
	$(PIP) wheel --no-deps --wheel-dir dist .

# The stamps below are older than their inputs when something must be installed anew.

.venv/made:
	@command -v $(PYTHON) >/dev/null || { echo "Rotonde needs Python 3.11 or newer, and there is no '$(PYTHON)' here. Install one, or name it: make PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -c 'import sys; v = sys.version_info; sys.exit(v < (3, 11) and "Rotonde needs Python 3.11 or newer; $(PYTHON) is %d.%d. Name a newer one: make PYTHON=python3.12" % v[:2])'
	$(PYTHON) -m venv .venv
	@touch $@

.venv/for-play: .venv/made $(INPUTS)
	@echo "Installing Rotonde into .venv; this happens once and takes a minute or two."
	$(PIP) install --quiet --editable .
	@touch $@

.venv/for-test: .venv/made $(INPUTS)
	@echo "Installing Rotonde and what its tests need into .venv; this happens once and takes a minute or two."
	$(PIP) install --quiet --editable '.[test]'
	@touch .venv/for-play $@

# Everything that make made; games that were played are kept elsewhere and stay.
clean:
	rm -rf .venv dist build rotonde/web/static/vendor .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
