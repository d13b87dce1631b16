"""The JSON Schema (draft 2020-12) of a record, made from the types that read it."""

from __future__ import annotations

from typing import Any

import msgspec

from cardlog.records.game import Wire


def json_schema() -> dict[str, Any]:
    """The schema as a map. It describes canonical spelling: writers write `Th`, readers take more.

    Kinds of one's own (`x-…`) are allowed with any keys; kinds of later versions are not listed.
    """
    schema = msgspec.json.schema(Wire)
    definitions = schema["$defs"]
    record = definitions.pop("Wire")
    record["title"] = "Record"
    events = record["properties"]["events"]
    events["items"]["anyOf"].append({"$ref": "#/$defs/Extension"})
    events["items"].pop("discriminator", None)  # it has no way to say "any x- kind"
    definitions["Extension"] = {
        "title": "Extension",
        "description": "An `x-` kind: kept, passed on, without effect.",
        "type": "object",
        "properties": {"type": {"type": "string", "pattern": "^x-"}},
        "required": ["type"],
    }
    record["properties"]["cardlog"] = {"const": 1, "description": "schema version"}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **record,
        "description": "One match of a card game as cardlog records it.",
        "$defs": definitions,
    }
