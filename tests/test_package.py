"""The package as installed: its folders, its public names, and what a start costs."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import cardlog

ROOT = Path(__file__).parent.parent
FOLDERS = {"records", "engine", "queries", "cli"}


def test_every_package_folder_is_listed_in_pyproject() -> None:
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]
    found = {"cardlog"}
    for folder in FOLDERS:
        for init in (ROOT / folder).rglob("__init__.py"):
            name = ".".join(init.parent.relative_to(ROOT).parts)
            found.add("cardlog" if name == "cli.facade" else f"cardlog.{name}")
    assert set(listed) == found
    assert len(listed) == len(found)


def test_the_top_level_is_as_given() -> None:
    names = {p.name for p in ROOT.iterdir() if not p.name.startswith(".")}
    given = FOLDERS | {"pyproject.toml", "tests", "fixtures"}
    papers = {"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE", "Makefile"}
    assert given | papers <= names


def test_the_links_lie_as_the_package_is_installed() -> None:
    links = ROOT / ".links" / "cardlog"
    for folder in FOLDERS:
        assert (links / folder).resolve() == ROOT / folder
    for file in ("__init__.py", "__main__.py", "py.typed"):
        assert (links / file).resolve() == ROOT / "cli" / "facade" / file


def test_every_public_name_is_there() -> None:
    for name in cardlog.__all__:
        assert getattr(cardlog, name) is not None
    assert set(cardlog.__all__) <= set(dir(cardlog))


def test_every_public_name_is_declared_for_type_checkers() -> None:
    text = (ROOT / "cli" / "facade" / "__init__.py").read_text()
    for name in cardlog.__all__:
        assert f"import {name} as {name}\n" in text


def test_an_unknown_name_is_an_attribute_error() -> None:
    try:
        cardlog.nothing  # noqa: B018
    except AttributeError as error:
        assert "nothing" in str(error)
    else:
        raise AssertionError("cardlog.nothing was there")


def test_the_version_is_the_one_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["version"] == cardlog.__version__


def test_help_imports_neither_engine_nor_database() -> None:
    code = (
        "import sys, cardlog.cli.app as app\n"
        "heavy = {'cardlog.engine', 'cardlog.records', 'duckdb', 'numpy', 'numba', 'pytest'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "[]"


def test_a_replay_imports_no_database() -> None:
    code = (
        "import sys, cardlog\n"
        "list(cardlog.replay(cardlog.load('fixtures/games/worked-example.json')))\n"
        "print('duckdb' in sys.modules)"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert done.stdout.strip() == "False"


def test_files_stay_short() -> None:
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*.py"):
            assert len(path.read_text(encoding="utf-8").splitlines()) <= 320, path
