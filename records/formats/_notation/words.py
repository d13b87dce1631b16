"""The words of the notation in each of its languages.

For each keyword: the word that begins a line, the one that stands after a player where that is
another, and further ones that are read. English is read in every language.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

_EN: Final = {
    "deal": "deal deals",
    "stock": "stock",
    "turn": "turn",
    "stay": "stay stays keep keeps",
    "swap": "swap <> swaps",
    "block": "block blocks",
    "asked": "x",
    "cut": "cut cuts",
    "draw": "draw draws",
    "show": "show shows",
    "call": "call calls",
    "discard": "discard discards",
    "misdeal": "misdeal",
    "score": "score",
    "ruling": "ruling",
    "gap": "gap",
    "note": "note",
    "end": "end",
    "players": "players",
    "rules": "rules",
    "standing": "standing",
    "uid": "uid",
    "observer": "observer",
    "spectator": "spectator",
    "names": "names",
    "seals": "seals",
    "meta": "meta",
    "lang": "lang",
    "by": "by",
    "event": "event",
    "the-deal": "deal",
    "stands": "stands",
    "undone": "undone",
    "replaced": "replaced",
    "void": "void",
    "adjust": "adjust",
    "pass": "pass passes",
    "smudge": "smudge",
    "stand": "stand stands",
    "beg": "beg begs",
    "give": "give gives",
    "run": "run runs",
}
_PT: Final = {
    "deal": "distribui dá",
    "stock": "reserva monte",
    "turn": "vira virada",
    "stay": "conserva conserva conservam fica ficam",
    "swap": "troca <> troca trocam",
    "block": "bloqueia",
    "cut": "corta corta cortam",
    "draw": "compra compra compram",
    "show": "mostra mostra mostram revela revelam",
    "call": "diz diz dizem",
    "discard": "descarta descarta descartam",
    "misdeal": "anulada",
    "score": "pontos",
    "ruling": "decisão",
    "gap": "lacuna",
    "note": "nota",
    "end": "fim",
    "players": "jogadores",
    "rules": "regras",
    "standing": "situação",
    "observer": "observador",
    "spectator": "espectador",
    "names": "nomes",
    "by": "por",
    "event": "evento",
    "the-deal": "ronda rodada",
    "stands": "vale",
    "undone": "desfeito",
    "replaced": "substituído",
    "void": "nula",
    "adjust": "acerto",
    "pass": "passo",
    "stand": "fico",
    "beg": "peço",
    "give": "dou",
    "run": "viro",
}
_ES: Final = {
    "deal": "reparte",
    "stock": "mazo",
    "turn": "vuelta",
    "stay": "conserva conserva conservan queda quedan",
    "swap": "intercambia <> intercambia cambia",
    "block": "bloquea",
    "cut": "corta corta cortan",
    "draw": "roba roba roban",
    "show": "muestra muestra muestran",
    "call": "dice dice dicen",
    "discard": "descarta descarta descartan",
    "misdeal": "anulado",
    "score": "puntos",
    "ruling": "decisión",
    "gap": "laguna",
    "note": "nota",
    "end": "fin",
    "players": "jugadores",
    "rules": "reglas",
    "standing": "situación",
    "observer": "observador",
    "spectator": "espectador",
    "names": "nombres",
    "by": "por",
    "event": "evento",
    "the-deal": "reparto",
    "stands": "vale",
    "undone": "deshecho",
    "replaced": "sustituido",
    "void": "nulo",
    "adjust": "ajuste",
    "pass": "paso",
    "stand": "planto",
    "beg": "pido",
    "give": "doy",
    "run": "corro",
}
_IT: Final = {
    "deal": "distribuisce",
    "stock": "tallone",
    "turn": "girata",
    "stay": "resta resta restano",
    "swap": "scambia <> scambia cambia",
    "block": "blocca",
    "cut": "taglia taglia tagliano",
    "draw": "pesca pesca pescano",
    "show": "mostra mostra mostrano scopre scoprono",
    "call": "dice dice dicono",
    "discard": "scarta scarta scartano",
    "misdeal": "annullata",
    "score": "punti",
    "ruling": "decisione",
    "gap": "lacuna",
    "note": "nota",
    "end": "fine",
    "players": "giocatori",
    "rules": "regole",
    "standing": "situazione",
    "observer": "osservatore",
    "spectator": "spettatore",
    "names": "nomi",
    "by": "di",
    "event": "evento",
    "the-deal": "mano",
    "stands": "vale",
    "undone": "annullato",
    "replaced": "sostituito",
    "void": "nulla",
    "adjust": "rettifica",
    "pass": "passo",
    "stand": "sto",
    "beg": "chiedo",
    "give": "do",
    "run": "giro",
}
_RU: Final = {
    "deal": "сдаёт сдаёт сдает",
    "stock": "запас",
    "turn": "вскрыта",
    "stay": "оставляет оставляет оставляют",
    "swap": "меняет <> меняет",
    "block": "блокирует",
    "asked": "х",  # the Cyrillic letter, as it is typed there; the sign decides no card
    "cut": "снимает снимает снимают",
    "draw": "берёт берёт берет берут",
    "show": "открывает открывает открывают показывает",
    "call": "говорит говорит говорят",
    "discard": "сбрасывает сбрасывает сбрасывают",
    "misdeal": "пересдача",
    "score": "счёт счёт счет",
    "ruling": "решение",
    "gap": "пропуск",
    "note": "заметка",
    "end": "конец",
    "players": "игроки",
    "rules": "правила",
    "standing": "положение",
    "observer": "наблюдатель",
    "spectator": "зритель",
    "names": "имена",
    "by": "судья",
    "event": "событие",
    "the-deal": "раздача",
    "stands": "остаётся остаётся остается",
    "undone": "отменено",
    "replaced": "заменено",
    "void": "недействительна",
    "adjust": "поправка",
    "pass": "пас",
    "stand": "стою",
    "beg": "прошу",
    "give": "даю",
    "run": "сдаю",
}

VERBS: Final = ("stay", "swap", "block", "asked", "cut", "draw", "show", "call", "discard")
LINES: Final = ("deal", "stock", "turn", "misdeal", "score", "ruling", "gap", "note", "end")
HEADERS: Final = (
    "players", "rules", "standing", "uid", "observer", "names", "seals", "meta", "lang",
)  # fmt: skip
EFFECTS: Final = ("stands", "undone", "replaced", "void", "adjust")
CLAUSES: Final = ("by", "event", "the-deal", *EFFECTS)
CALLS: Final = ("pass", "smudge", "stand", "beg", "give", "run")
BIDS: Final = ("1", "2", "3", "4")
POINTS: Final = ("high", "low", "jack", "game", "nine")

LANGUAGES: Final = {"en": _EN, "pt": _PT, "es": _ES, "it": _IT, "ru": _RU}


def spellings(keyword: str, lang: str) -> tuple[str, ...]:
    """Every word that is read as this keyword, those of the language first."""
    own = LANGUAGES[lang].get(keyword, "").split()
    return tuple(dict.fromkeys((*own, *_EN[keyword].split())))


@cache
def lookup(keywords: tuple[str, ...], lang: str) -> dict[str, str]:
    """Word to keyword, for some of the keywords."""
    return {word: key for key in keywords for word in reversed(spellings(key, lang))}


@cache
def headers_of(lang: str) -> dict[str, str]:
    """Word to keyword, for the keys of a record."""
    return lookup(HEADERS, lang)


@cache
def events_of(lang: str) -> dict[str, str]:
    """Word to keyword, for what begins an event's line."""
    return lookup((*VERBS, *LINES), lang)


def starting(keyword: str, lang: str) -> str:
    """The word that begins a line."""
    return spellings(keyword, lang)[0]


def after_player(keyword: str, lang: str) -> str:
    """The word that stands after a player."""
    own = (LANGUAGES[lang].get(keyword) or _EN[keyword]).split()
    return own[min(1, len(own) - 1)]


def _everywhere(keywords: Iterable[str]) -> frozenset[str]:
    return frozenset(
        word for lang in LANGUAGES for keyword in keywords for word in spellings(keyword, lang)
    )


# No player with such a name goes without quotes, and no key of `meta` with the latter has a line.
RESERVED: Final = _everywhere(_EN) | {*POINTS, "cardlog"}
RESERVED_KEYS: Final = _everywhere((*VERBS, *LINES, *HEADERS)) | {"cardlog"}
