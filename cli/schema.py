"""`cardlog schema`: the JSON Schema of a record."""

from __future__ import annotations

import typer

EPILOG = """Example:

\b
  cardlog schema > record.schema.json
"""


def add_to(app: typer.Typer) -> None:
    app.command("schema", epilog=EPILOG)(schema)


def schema() -> None:
    """Print the JSON Schema of a record."""
    import sys

    import msgspec

    from cardlog.records.schema import json_schema

    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(json_schema()), indent=2))
    sys.stdout.buffer.write(b"\n")
