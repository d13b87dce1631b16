"""The programs without their types, for a Node that does not take types off by itself.

No more of the language than these programs use: aliases of types, `import type`, annotations by
name, `as` and `is`. Node 22.18 and later need none of this.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

_NAMES: Final = (
    "string|number|boolean|bigint|void|never|null|Json|JsonMap|Check|Fields|Kinds|Form|Pair|Buffer"
    "|Value|Found|Vectors|Vector|Content"
)
_TYPE: Final = rf"(?:{_NAMES})\b(?:\[\])*"
_WHOLE: Final = rf"{_TYPE}(?: \| {_TYPE})*"
_STEPS: Final = (
    (re.compile(r"^import type .*;\n", re.MULTILINE), ""),
    (re.compile(r"^(?:export )?type \w+ = (?:\{\n(?:  .*\n)*\}|.*);\n", re.MULTILINE), ""),
    (re.compile(rf"(?<=[\w)])\??: (?:\w+ is )?{_WHOLE}(?=[,);]| [={{]| =>)"), ""),
    (re.compile(rf" as {_WHOLE}(?=[),;])"), ""),
    (re.compile(r'(?<=")(\./\w+)\.mts(?=")'), r"\1.mjs"),
)


def strip(source: Path, target: Path) -> None:
    """Write every `.mts` of a folder into another as `.mjs`."""
    for path in source.glob("*.mts"):
        text = path.read_text(encoding="utf-8")
        for pattern, instead in _STEPS:
            text = pattern.sub(instead, text)
        (target / f"{path.stem}.mjs").write_text(text, encoding="utf-8")
