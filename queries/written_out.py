"""A query with the text of every macro and view that it uses in their places."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final, NamedTuple

from sqlglot import exp, parse_one
from sqlglot.dialects.duckdb import DuckDB

from cardlog.queries import views

_MACRO: Final = re.compile(r"CREATE OR REPLACE MACRO (\w+)\(([^)]*)\) AS\s+(.+)", re.DOTALL)
_COMMENT: Final = re.compile(r"^--.*$", re.MULTILINE)


class Reading(DuckDB):
    """DuckDB's SQL with places in lists as they are written, from 1, and `len` for lists alone."""

    INDEX_OFFSET = 0

    class Parser(DuckDB.Parser):  # type: ignore[misc,valid-type]
        FUNCTIONS: Final = {**DuckDB.Parser.FUNCTIONS, "LEN": exp.ArraySize.from_arg_list}


class Macro(NamedTuple):
    """In `body` the parameters are columns."""

    parameters: list[str]
    body: Any


def query(sql: str) -> Any:
    """The tree of a query that needs nothing but `games`, `deals` and `findings`."""
    tree: Any = parse_one(sql, read=Reading)
    for name in reversed(views.NAMES):
        steps = {each.alias for each in tree.find_all(exp.CTE)}
        if name in {table.name for table in tree.find_all(exp.Table)} - steps:
            tree = _with_first(tree, name, parse_one(_views()[name], read=Reading))
    return _expanded(tree)


def bracketed(node: Any) -> Any:
    """A copy that can stand for a name anywhere in an expression."""
    compound = isinstance(node, (exp.Binary, exp.Unary, exp.Between, exp.In))
    plain = isinstance(node, (exp.Dot, exp.Paren))
    return exp.paren(node.copy()) if compound and not plain else node.copy()


@cache
def macros() -> dict[str, Macro]:
    """The macros of the package."""
    found = {}
    for file in views.MACROS:
        for statement in _COMMENT.sub("", views.text(file)).split(";\n"):
            if match := _MACRO.fullmatch(statement.strip().removesuffix(";")):
                names = [name.strip() for name in match[2].split(",")]
                select: Any = parse_one(f"SELECT {match[3]}", read=Reading)
                found[match[1]] = Macro(names, select.selects[0])
    return found


def _expanded(tree: Any) -> Any:
    def within(node: Any) -> Any:
        macro = macros().get(node.name.lower()) if isinstance(node, exp.Anonymous) else None
        if macro is None:
            return node
        given = dict(zip(macro.parameters, node.expressions, strict=True))
        body = _apart(macro.body.copy(), node.expressions)
        filled = body.transform(
            lambda each: (
                bracketed(given[each.name])
                if isinstance(each, exp.Column) and each.name in given and not each.table
                else each
            )
        )
        return bracketed(_expanded(filled))

    return tree.transform(within)


def _apart(body: Any, given: list[Any]) -> Any:
    """The body with other names for those variables of its lambdas that the arguments use."""
    taken = {each.name for arg in given for each in arg.find_all(exp.Identifier)}
    for function in list(body.find_all(exp.Lambda)):
        for name in {each.name for each in function.expressions} & taken:
            for each in list(function.find_all(exp.Identifier)):
                if each.name == name:
                    each.set("this", f"{name}_of")
    return body


def _with_first(tree: Any, name: str, view: Any) -> Any:
    """The query with a view and its steps as its first steps, each under a name of its own."""
    steps = {each.alias: each.this for each in view.find_all(exp.CTE)}
    for each in list(view.find_all(exp.Table, exp.Column)):
        key = "this" if isinstance(each, exp.Table) else "table"
        if (named := each.args.get(key)) and named.name in steps:
            each.set(key, exp.to_identifier(f"{name}_{named.name}"))
    mine = tree.args.get("with_")
    for part in (view, tree):
        part.set("with_", None)
    first = [(f"{name}_{step}", query) for step, query in steps.items()]
    last = [(each.alias, each.this) for each in (mine.expressions if mine else ())]
    for step, query in (*first, (name, view), *last):
        tree = tree.with_(step, as_=query, copy=False)
    return tree


@cache
def _views() -> dict[str, str]:
    return {view.name: view.sql for view in views.views()}
