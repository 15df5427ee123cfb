# Two commands do everything on a machine that has python3 (3.11 or later), pip and make.
PYTHON ?= python3
BIN := .venv/bin

# Tests start the command line hundreds of times; without bytecode each start would compile it.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo page docs test check bench load scale type-one coverage metrics fuzz audit sbom clean

demo: .venv/installed
	$(BIN)/accord report examples/essays.csv --weights quadratic

page: .venv/paged
	$(BIN)/accord serve

test: .venv/tested
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -n auto --dist loadgroup -m "not slow"

# What takes long: Spark, the documentation site, the page in a browser, long computations.
check: .venv/tested
	$(BIN)/pytest -n auto --dist loadgroup -m slow

docs: .venv/tested
	$(BIN)/sphinx-build -W --keep-going -q -E -a docs docs/_build/html
	@echo docs/_build/html/index.html

bench: .venv/benched
	$(BIN)/python benchmarks/bench.py
	$(BIN)/python benchmarks/evaluation.py

# Fifty users at once for two minutes, on this machine only.
load: .venv/tested
	$(BIN)/python benchmarks/load.py

scale: .venv/tested
	$(BIN)/python benchmarks/scale.py

# Studies keep what is finished and can be resumed. make coverage MINUTES=30; make type-one AGAIN=dirichlet
type-one: .venv/tested
	$(BIN)/python studies/type_one.py $(if $(AGAIN),--again $(AGAIN))

coverage: .venv/tested
	$(BIN)/python studies/coverage.py $(if $(MINUTES),--minutes $(MINUTES))

metrics: .venv/tested
	$(BIN)/python studies/metrics.py

# Mutated files and random options, then inputs that atheris finds. make fuzz MINUTES=60
fuzz: .venv/fuzzed
	PYTHONPATH=tests $(BIN)/python -m fuzzing --minutes $(or $(MINUTES),5)
	PYTHONPATH=tests $(BIN)/python -m fuzzing --guided --minutes $(or $(MINUTES),5)

# Known vulnerabilities of everything that accord[all] installs.
audit: .venv/released
	$(BIN)/pip-audit --skip-editable

# The wheel, and the list of what it installs with all extras, in CycloneDX.
sbom: .venv/released
	rm -rf dist .venv-release
	$(BIN)/python -m build --wheel --outdir dist
	$(PYTHON) -m venv .venv-release
	.venv-release/bin/python -m pip install --quiet --disable-pip-version-check "$$(ls dist/*.whl)[all]"
	$(BIN)/cyclonedx-py environment --output-reproducible --of JSON -o dist/accord.cdx.json .venv-release/bin/python

.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "accord needs Python 3.11 or later: make PYTHON=python3.12")'
	$(PYTHON) -m venv .venv

.venv/installed: .venv/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	touch $@

.venv/tested: .venv/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test]'
	touch $@ .venv/installed

.venv/paged: .venv/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[web]'
	touch $@ .venv/installed

# irrCAC and simpledorff ask for old versions of what they use; they work with the new ones.
.venv/benched: .venv/tested
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[bench]'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps irrCAC simpledorff
	touch $@

.venv/fuzzed: .venv/tested
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test,fuzz]'
	touch $@

.venv/released: .venv/tested
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test,release]'
	touch $@

clean:
	rm -rf .venv .venv-release dist .mypy_cache .ruff_cache .pytest_cache .hypothesis docs/_build docs/coefficients docs/project docs/reference
