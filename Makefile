# Short names for the commands of CONTRIBUTING.md. PY is the environment's Python.
PY = .venv/bin/python

test:
	$(PY) -m pytest -q -n auto --dist worksteal

check: test
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	PYTHONPATH=.links $(PY) -m mypy .links/cardlog tests
	PYTHONPATH=.links $(dir $(PY))lint-imports

bench:
	$(PY) -m pytest -q -s -m bench tests/bench

golden:
	$(PY) -m tests.golden
	$(PY) -m tests.disputes

readme:
	$(PY) -m tests.readme_fill

rules:
	$(PY) -m tests.rule_pages

vectors:
	$(PY) -m tests.vectors

.PHONY: test check bench golden readme rules vectors
