"""`cardlog faults`: every code of a finding, with its clauses, an example and what to do."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from typing import TYPE_CHECKING, Any

import typer

from cardlog.cli import show

if TYPE_CHECKING:
    from cardlog.records.game import Record

EPILOG = """Examples:

\b
  cardlog faults               the codes, and what each means
  cardlog faults revoke        one code: clauses, remedy, an example
  cardlog faults --json        everything, a line of JSON for every code
"""


def complete_code(incomplete: str) -> list[str]:
    """Shell completion of codes."""
    from cardlog.engine.remedies import CATALOGUE

    return [code for code in CATALOGUE if code.startswith(incomplete)]


def add_to(app: typer.Typer) -> None:
    app.command("faults", epilog=EPILOG)(faults)


def faults(
    code: str = typer.Argument(
        None, metavar="[CODE]", help="A finding's code.", autocompletion=complete_code
    ),
    json: bool = typer.Option(False, "--json", help="A line of JSON for every code."),
) -> None:
    """Explain the codes of findings: the clauses they cite, and what to do."""
    from cardlog.engine.remedies import CATALOGUE

    if code is not None and code not in CATALOGUE:
        raise show.fail(f"no code {code}: expected one of {', '.join(CATALOGUE)}")
    if json:
        for each in CATALOGUE if code is None else (code,):
            show.line(fault_map(each))
    elif code is None:
        for each, entry in CATALOGUE.items():
            typer.echo(f"{show.styled(f'{each:18}', bold=True)}{entry.meaning}")
    else:
        typer.echo(show.styled(code, bold=True))
        for line in about(code):
            typer.echo(line)
        typer.echo("\nExample:\n")
        for line in example_told(code):
            typer.echo(f"  {line}" if line else "")


def about(code: str) -> Iterator[str]:
    """What a code means, which clauses it cites, what the rules prescribe, what can be ruled."""
    from cardlog.engine.citations import citations
    from cardlog.engine.remedies import CATALOGUE, RULINGS

    entry = CATALOGUE[code]
    yield entry.meaning
    cited = citations()[code]
    yield "- Cites: " + "; ".join(f"{id} ({', '.join(games)})" for id, games in cited.items())
    for clauses, text in entry.by_clause:
        yield f"- By {' or '.join(clauses)}: {text}"
    if not prescribed_everywhere(code):
        yield f"- {'Where none of these is in force: ' if entry.by_clause else ''}{entry.none}"
    if entry.rulings:
        said = "; ".join(f"`{effect}`, {RULINGS[effect]}" for effect in entry.rulings)
        yield f"- A ruling can record: {said}."


def prescribed_everywhere(code: str) -> bool:
    """Whether every game in which the code is found has a clause that says what to do."""
    from cardlog.engine.citations import books, citations
    from cardlog.engine.remedies import CATALOGUE, CITED

    wanted = {clause for clauses, _ in CATALOGUE[code].by_clause for clause in clauses}
    games = {game for where in citations()[code].values() for game in where}
    having = {game for game, book in books() if wanted & {rule.id for rule in book}}
    return CITED in wanted or games <= having


def fault_map(code: str) -> dict[str, Any]:
    """Everything about a code (cli/README.md)."""
    from cardlog.engine.citations import citations
    from cardlog.engine.messages import catalogue
    from cardlog.engine.remedies import CATALOGUE

    entry = CATALOGUE[code]
    return {
        "code": code,
        "meaning": entry.meaning,
        "sentence": catalogue().FINDINGS[code],
        "cites": citations()[code],
        "remedies": [{"clauses": ids, "text": text} for ids, text in entry.by_clause],
        "otherwise": entry.none,
        "rulings": entry.rulings,
        "example": examples()[code],
    }


def examples() -> dict[str, Any]:
    """By code, the smallest record that has it, and the file it comes from."""
    import msgspec

    text = resources.files("cardlog.cli").joinpath("examples.jsonl").read_bytes()
    lines = map(msgspec.json.decode, text.splitlines())
    return {line.pop("code"): line for line in lines}


def example_told(code: str) -> Iterator[str]:
    """The example as `cardlog replay` tells it, up to the fault."""
    from cardlog.cli.telling import telling
    from cardlog.records.game import from_map

    record: Record = from_map(examples()[code]["record"])
    lines = [line for line, _ in telling(record)]
    while lines and (not lines[-1] or lines[-1].startswith("\n")):  # where the record ends
        lines.pop()
    yield from "\n".join(lines).splitlines()
