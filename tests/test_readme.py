"""Every example of the documents is run, and does what the document says."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def commands() -> list[str]:
    return [
        line[2:]
        for block in blocks("console")
        for line in block.splitlines()
        if line.startswith("$ ")
    ]


def run(command: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    words = shlex.split(command)
    assert words[0] == "cardlog"
    args = [word.replace("fixtures/", f"{ROOT}/fixtures/") for word in words[1:]]
    env = os.environ | {"PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        [sys.executable, "-m", "cardlog", *args],
        capture_output=True, cwd=cwd, encoding="utf-8", env=env,
    )  # fmt: skip


def shown_lines(done: subprocess.CompletedProcess[str]) -> list[str]:
    """What a reader sees of a command: its output, then what it said beside it."""
    assert "Traceback" not in done.stderr
    text = done.stdout + done.stderr
    return [line.replace(f"{ROOT}/", "").rstrip() for line in text.splitlines()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The examples run one after another in one folder, as a reader would."""
    return tmp_path_factory.mktemp("readme")


@pytest.mark.parametrize("block", blocks("console"))
def test_console_examples_print_what_the_readme_shows(block: str, folder: Path) -> None:
    shown: list[str] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            shown += [line, *shown_lines(run(line[2:], folder))]
    assert shown == block.splitlines()


def test_the_readme_runs_every_command_that_there_is() -> None:
    used = {command.split()[1] for command in commands()} | set(
        re.findall(r"cardlog (\w+)", README)
    )
    assert used >= {
        "replay", "audit", "ruling", "diff", "merge", "convert", "simulate", "rules", "schema",
        "faults", "query", "queries", "shell",
    }  # fmt: skip


@pytest.mark.parametrize("block", blocks("python"))
def test_python_examples_run(block: str, capsys: pytest.CaptureFixture[str]) -> None:
    here = Path.cwd()
    os.chdir(ROOT)
    try:
        exec(compile(block, "README.md", "exec"), {})
    finally:
        os.chdir(here)
    printed = capsys.readouterr().out
    for comment in re.findall(r"print\(.*\)\s+# (\(.*?\)|True|False)", block):
        assert comment in printed


def test_the_first_two_shell_blocks_are_the_two_commands() -> None:
    first, second = blocks("sh")[:2]
    assert first.count("\n") == 1 and "cardlog replay fixtures/" in first
    assert second.count("\n") == 1 and second.rstrip().endswith(
        "pytest -q -n auto --dist worksteal"
    )
    ci = (ROOT / ".ci" / "run").read_text()
    assert "block 1" in ci and "block 2" in ci


@pytest.mark.parametrize("page", sorted(ROOT.glob("**/*.md")), ids=lambda p: p.name)
def test_links_between_documents_lead_somewhere(page: Path) -> None:
    if ".venv" in page.parts or ".links" in page.parts:
        pytest.skip("not ours")
    for target in re.findall(r"\]\((?!http|#)([^)#]+)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_every_event_kind_and_command_is_documented() -> None:
    from cardlog.records.events import KINDS

    text = (ROOT / "records" / "README.md").read_text(encoding="utf-8")
    for kind in KINDS:
        assert f"| `{kind}` |" in text
