"""A second implementation, in TypeScript, agrees with every vector, and we read what it writes."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

from cardlog.engine.audit import audit
from cardlog.records.formats import load
from tests.games import FIXTURES
from tests.typescript.strip import strip

NODE: Final = shutil.which("node")
HERE: Final = Path(__file__).parent
TAKES_TYPES_OFF: Final = (22, 18)

pytestmark = pytest.mark.skipif(NODE is None, reason="needs Node")


def run(program: Path, out: Path) -> subprocess.CompletedProcess[str]:
    assert NODE
    command = [NODE, str(program), str(FIXTURES / "vectors"), str(out)]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=60)


def program(folder: Path) -> Path:
    """The program that this Node can run."""
    assert NODE
    said = subprocess.run([NODE, "--version"], capture_output=True, text=True, check=True).stdout
    version = tuple(map(int, re.findall(r"\d+", said)))
    if version >= TAKES_TYPES_OFF:
        return HERE / "vectors.mts"
    strip(HERE, folder)
    return folder / "vectors.mjs"


def test_it_agrees_with_every_vector_and_we_with_it(tmp_path: Path) -> None:
    done = run(program(tmp_path), tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["failed"] == 0 and told["checked"] > 1200
    for format in ("json", "jsonl", "msgpack"):
        own = load(tmp_path / f"own.{format}")
        assert own.id == told["id"]
        assert audit(own).ok


def test_the_programs_run_without_their_types_too(tmp_path: Path) -> None:
    strip(HERE, tmp_path)
    done = run(tmp_path / "vectors.mjs", tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_vector_that_is_wrong_is_told(tmp_path: Path) -> None:
    vectors = tmp_path / "vectors"
    vectors.mkdir()
    file = json.loads((FIXTURES / "vectors" / "keys.json").read_text(encoding="utf-8"))
    one, other = file["vectors"][:2]
    one["id"] = other["id"]
    (vectors / "keys.json").write_text(json.dumps({"vectors": [one]}), encoding="utf-8")
    assert NODE
    command = [NODE, str(program(tmp_path)), str(vectors), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=60)
    assert done.returncode == 1
    assert f"{one['name']}: id" in done.stdout
