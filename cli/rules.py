"""`cardlog rules`: the rules as played, clause by clause."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from cardlog.cli import show

if TYPE_CHECKING:
    from cardlog.engine.game import Game as AnyGame
    from cardlog.engine.options import Options
    from cardlog.engine.rules import Rule

EPILOG = """Examples:

\b
  cardlog rules                                     the games
  cardlog rules chase-the-ace
  cardlog rules chase-the-ace --option profile=compendium --option lives=5
  cardlog rules california-jack --json
  cardlog rules --editions                          the editions, and what each reads otherwise
  cardlog rules pitch --option edition=sources-public
"""


def complete_game(incomplete: str) -> list[str]:
    """Shell completion of game names."""
    from cardlog.engine import games

    return [name for name in games.names() if name.startswith(incomplete)]


Game = typer.Argument(..., metavar="GAME", help="A game's name.", autocompletion=complete_game)
Option = typer.Option([], "--option", metavar="NAME=VALUE", help="A rule option; may be repeated.")


SPELLINGS = {"True": "true", "False": "false", "yes": "true", "no": "false"}


def read_options(pairs: list[str]) -> dict[str, Any]:
    """`lives=5 ace_of_spades=true profile=cuckoo` as JSON values, else as strings."""
    import msgspec

    options: dict[str, Any] = {}
    for pair in pairs:
        name, sep, value = pair.partition("=")
        if not sep or not name:
            raise show.fail(f"--option {pair}: expected NAME=VALUE, like lives=5")
        if name in options:
            raise show.fail(f"--option {name}: given twice, as {options[name]} and {value}")
        try:
            options[name] = msgspec.json.decode(SPELLINGS.get(value, value))
        except msgspec.DecodeError:
            options[name] = value
    return options


def add_to(app: typer.Typer) -> None:
    app.command("rules", epilog=EPILOG)(rules)


def rules(
    game: str = typer.Argument(
        None, metavar="[GAME]", help="A game's name.", autocompletion=complete_game
    ),
    option: list[str] = Option,
    players: int = typer.Option(None, "--players", min=1, max=1000, help="How many play."),
    show_editions: bool = typer.Option(False, "--editions", help="The editions of the rules."),
    json: bool = typer.Option(False, "--json", help="One JSON object."),
) -> None:
    """Print the rules as played, with their ids."""
    if show_editions:
        _editions(game, json)
    elif game is None:
        _games(json)
    else:
        _rules(game, option, players, json)


def _games(json: bool) -> None:
    """Every game, by name and title."""
    from cardlog.engine import games

    if json:
        show.line({"games": games.names()})
        return
    for name in games.names():
        typer.echo(f"{name:20}{games.find(name).title}")


def _rules(name: str, option: list[str], players: int | None, json: bool) -> None:
    """The clauses of a game that are in force under these options."""
    import msgspec

    from cardlog.engine import games
    from cardlog.engine.rules import STRUCTURE, in_force
    from cardlog.engine.simulate import default_players, playable
    from cardlog.records.errors import RecordError

    try:
        game = games.find(name)
        given = read_options(option)
        options = game.options(given, players or default_players(name, given))
    except RecordError as error:
        raise show.fail(error.message) from None
    least, most = game.seats(options)
    if players is not None and not least <= players <= most:
        raise show.fail(f"{game.title} under these options is {playable(least, most)}")
    clauses = (*in_force(game.book(options), options), STRUCTURE)
    if json:
        show.line({"game": game.name, "rules": msgspec.to_builtins(options), "clauses": clauses})
    else:
        _print(game, options, clauses)


def _print(game: AnyGame[Any, Any], options: Options, clauses: tuple[Rule, ...]) -> None:
    """The clauses as people read them, and which options change them."""
    from cardlog.engine.options import described

    typer.echo(show.styled(game.title, bold=True) + "\n")
    for rule in clauses:
        typer.echo(show.styled(f"{rule.id}  {rule.title}", bold=True))
        typer.echo(_wrapped(rule.text))
        typer.echo(_wrapped(f"[{rule.source}]"))
        if rule.reading:
            typer.echo(_wrapped(f"Reading: {rule.reading}"))
        typer.echo("")
    typer.echo(show.styled("Options", bold=True))
    for name, text in described(options).items():
        changed = dict.fromkeys(rule.id for rule in game.book(options) if name in rule.when)
        typer.echo(f"  {name} = {text}" + (f": {', '.join(changed)}" if changed else ""))
    typer.echo(show.styled("\nSources", bold=True))
    for short, title in game.sources.items():
        typer.echo(f"  {short:6}{title}")


def _wrapped(text: str) -> str:
    import textwrap

    return textwrap.fill(text, 88, initial_indent="    ", subsequent_indent="    ")


def _editions(game: str | None, json: bool) -> None:
    """Every edition, with its readings for one game or for all."""
    import msgspec

    from cardlog.engine import editions

    told = [
        msgspec.structs.replace(
            each, readings=tuple(r for r in each.readings if game in (None, r.game))
        )
        for each in editions.EDITIONS
    ]
    if json:
        show.line({"current": editions.CURRENT, "editions": told})
        return
    for each in told:
        current = ", the current one" if each.name == editions.CURRENT else ""
        typer.echo(show.styled(f"{each.name}  ({each.date}{current})", bold=True))
        typer.echo(_wrapped(each.title))
        for reading in each.readings:
            where = reading.game + (f", {reading.profile}" if reading.profile else "")
            value = msgspec.json.encode(reading.value).decode()
            typer.echo(f"    {reading.clause}  {where}: {reading.option} = {value}")
            typer.echo(_wrapped(f"  [{reading.why}]"))
        typer.echo("")
