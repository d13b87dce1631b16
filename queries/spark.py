"""What Spark says in other words than DuckDB, and sqlglot does not know.

Spark counts the elements of a list from 0, for a lambda too, and mostly raises where there is none;
it unnests one list in a SELECT, and has no numbers without a sign. What is left of DuckDB's own
functions is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Final

from sqlglot import exp, parse_one
from sqlglot.errors import UnsupportedError

from cardlog.queries import tables
from cardlog.queries.parameters import Parameter
from cardlog.queries.written_out import bracketed

Node = Any

# Numbers without a sign take the next larger type.
TYPES: Final = {
    "UTINYINT": "SMALLINT",
    "USMALLINT": "INT",
    "UINT": "BIGINT",
    "UBIGINT": "DECIMAL(20, 0)",
    "INT128": "DECIMAL(38, 0)",
}
# By DuckDB's name, with `_1` and `_2` for the arguments.
WORDS: Final = {
    "list_sum": "aggregate(_1, CAST(NULL AS DOUBLE), (total, each) ->"
    " coalesce(total + each, total, CAST(each AS DOUBLE)))",
    "list_count": "size(filter(_1, each -> each IS NOT NULL))",
    "list_position": "nullif(array_position(_1, _2), 0)",
    "list_dot_product": "aggregate(zip_with(_1, _2, (one, other) -> one * other),"
    " CAST(0 AS DOUBLE), (total, each) -> total + each)",
    "epoch_us": "unix_micros(_1)",
    # Lanczos' approximation (g = 7), whose relative error is below 1e-14 from 1/2 on.
    "lgamma": "CAST(0.9189385332046727 AS DOUBLE) + (_1 - CAST(0.5 AS DOUBLE))"
    " * ln(_1 + CAST(6.5 AS DOUBLE)) - (_1 + CAST(6.5 AS DOUBLE)) + ln("
    "CAST(0.99999999999980993 AS DOUBLE) + CAST(676.5203681218851 AS DOUBLE) / _1"
    " - CAST(1259.1392167224028 AS DOUBLE) / (_1 + 1)"
    " + CAST(771.32342877765313 AS DOUBLE) / (_1 + 2)"
    " - CAST(176.61502916214059 AS DOUBLE) / (_1 + 3)"
    " + CAST(12.507343278686905 AS DOUBLE) / (_1 + 4)"
    " - CAST(0.13857109526572012 AS DOUBLE) / (_1 + 5)"
    " + CAST(0.0000099843695780195716 AS DOUBLE) / (_1 + 6)"
    " + CAST(0.00000015056327351493116 AS DOUBLE) / (_1 + 7))",
}
# Those whose words here depend on what they are given.
OTHERS: Final = frozenset({"hash", "list_reduce"})


def adapted(tree: Node, parameters: Iterable[Parameter]) -> Node:
    """The tree with Spark's words where they differ, innermost first. Raises UnsupportedError."""
    left = {each.name.lower() for each in tree.find_all(exp.Anonymous)} - OTHERS - WORDS.keys()
    if left:
        raise UnsupportedError(f"there is no {', '.join(sorted(left))}")
    types = {each.name: each.type for each in parameters}
    for node in list(tree.find_all(exp.Placeholder)):
        if node.name not in types:  # sqlglot reads `[:k]` so
            raise UnsupportedError(f"no parameter {node.name}; write [1:k] for [:k]")
        if types[node.name] == "VARCHAR":  # null alone has no type there
            node.replace(exp.cast(node.copy(), "string"))
    for node in list(tree.find_all(exp.ArrayAgg)):
        _with_nulls(node)
    for node in reversed(list(tree.walk())):
        for kind, change in CHANGES:
            if isinstance(node, kind):
                told = change(node)
                if told is not node and node.parent:
                    node.replace(told)
                break
    return tree


def _with_nulls(node: Any) -> None:
    """Spark leaves null out of a list of what a column holds; a row that holds null it keeps."""
    if isinstance(node.this, exp.Order):
        raise UnsupportedError("no list in an order; sort it")
    if isinstance(node.this, exp.Struct):
        return
    whole = node
    while isinstance(whole.parent, (exp.Window, exp.Filter)) and whole.arg_key == "this":
        whole = whole.parent
    row = exp.PropertyEQ(this=exp.to_identifier("each"), expression=node.this.copy())
    node.set("this", exp.Struct(expressions=[row]))
    each = exp.Lambda(
        this=exp.Dot(this=exp.to_identifier("row"), expression=exp.to_identifier("each")),
        expressions=[exp.to_identifier("row")],
    )
    rows = whole.copy()
    whole.replace(exp.Transform(this=rows, expression=each))


def _bracket(node: Any) -> Node:
    (place,) = node.expressions
    held = node.this
    if isinstance(place, exp.Slice):
        return _slice(held, place)
    if _is_text(held):
        return exp.Substring(this=held.copy(), start=_whole(place), length=exp.Literal.number(1))
    if isinstance(place, exp.Neg):
        return _call("try_element_at", held, place)
    return _call("get", held, _whole(_less_one(place)))


def _slice(held: Node, place: Any) -> Node:
    first = place.this or exp.Literal.number(1)
    last = place.expression
    if _is_text(held):
        size = None if last is None else exp.func("greatest", _span(first, last), _number(0))
        return exp.Substring(this=held.copy(), start=_whole(first), length=size and _whole(size))
    size = _call("array_size", held) if last is None else _span(first, last)
    return _call("slice", held, _whole(first), _whole(exp.func("greatest", size, _number(0))))


def _lambda(node: Any) -> Node:
    """DuckDB counts the elements for a lambda from 1, Spark from 0."""
    kinds = (exp.Transform, exp.ArrayFilter)
    if len(node.expressions) == 2 and isinstance(node.parent, kinds):
        place = node.expressions[1].name
        for each in list(node.this.find_all(exp.Identifier)):
            if each.name == place and not isinstance(each.parent, (exp.Dot, exp.PropertyEQ)):
                at = each.parent if isinstance(each.parent, exp.Column) else each
                at.replace(exp.paren(exp.Add(this=exp.to_identifier(place), expression=_number(1))))
    return node


def _select(node: Any) -> Node:
    """Lists that are unnested side by side are one list of rows."""
    lists = [each for each in node.expressions if isinstance(each.unalias(), exp.Explode)]
    if len(lists) > 1:
        rows = _call("inline", _call("arrays_zip", *(each.unalias().this for each in lists)))
        names = [exp.to_identifier(each.alias) for each in lists]
        kept = [each for each in node.expressions if each not in lists]
        node.set("expressions", [*kept, exp.Aliases(this=rows, expressions=names)])
    return node


def _word(node: Any) -> Node:
    name = node.name.lower()
    if name == "hash":
        return _call("xxhash64", *node.expressions)
    if name == "list_reduce" and len(node.expressions) == 3:
        held, change, first = node.expressions
        return _call("aggregate", held, first, change)
    if name not in WORDS:
        return node
    given = {f"_{k}": each for k, each in enumerate(node.expressions, 1)}
    return exp.paren(
        _template(name).transform(
            lambda each: (
                bracketed(given[each.name])
                if isinstance(each, (exp.Column, exp.Identifier)) and each.name in given
                else each
            )
        )
    )


@cache
def _template(name: str) -> Node:
    return parse_one(WORDS[name], read="spark")


def _type(node: Any) -> Node:
    name = TYPES.get(node.this.value if hasattr(node.this, "value") else "")
    return exp.DataType.build(name, dialect="spark") if name else node


def _fraction(node: Any) -> Node:
    """1.96 is a number of so many decimals in SQL, and Spark rounds what it is divided by."""
    if node.is_string or "." not in node.name:
        return node
    return exp.cast(node.copy(), "double")


def _quantile(node: Any) -> Node:
    order = exp.Order(expressions=[exp.Ordered(this=node.this.copy())])
    return exp.WithinGroup(this=_call("percentile_disc", node.expression), expression=order)


def _elements(node: Any) -> Node:
    """Of a text of JSON, the elements as texts."""
    if not any(isinstance(each, exp.JSONPathWildcard) for each in node.expression.walk()):
        return node
    held = node.this.this if isinstance(node.this, exp.Cast) else node.this
    return _call("from_json", held, exp.Literal.string("array<string>"))


def _contains(node: Any) -> Node:
    """A list that is there holds a value or does not, whatever is null in it."""
    held = node.this.copy()
    found = exp.func("coalesce", _call("array_contains", held, node.expression), exp.false())
    return exp.Case().when(exp.Not(this=exp.Is(this=bracketed(held), expression=exp.null())), found)


def _step(node: Any) -> Node:
    node.set("materialized", None)
    return node


CHANGES: Final[tuple[tuple[type[Any], Callable[[Any], Node]], ...]] = (
    (exp.Bracket, _bracket),
    (exp.Lambda, _lambda),
    (exp.Select, _select),
    (exp.Anonymous, _word),
    (exp.DataType, _type),
    (exp.Literal, _fraction),
    (exp.PercentileDisc, _quantile),
    (exp.JSONExtract, _elements),
    (exp.CTE, _step),
    (exp.ArrayContains, _contains),
    (exp.ArraySize, lambda node: _call("array_size", node.this)),
    (exp.RegexpExtract, lambda node: _call("regexp_extract", node.this, node.expression,
                                           node.args.get("group") or _number(0))),
)  # fmt: skip


@cache
def _texts() -> frozenset[str]:
    return frozenset(
        column.name
        for table in tables.TABLES
        for column in table.columns
        if column.type == "VARCHAR"
    )


def _is_text(held: Any) -> bool:
    held = held.unnest()
    if isinstance(held, exp.Literal):
        return bool(held.is_string)
    return isinstance(held, exp.Column) and held.name in _texts()


def _call(name: str, *given: Any) -> Node:
    return exp.Anonymous(this=name, expressions=[each.copy() for each in given])


def _number(value: int) -> Node:
    return exp.Literal.number(value)


def _whole(node: Any) -> Node:
    """As the type that Spark wants of places."""
    return node.copy() if isinstance(node, exp.Literal) else exp.cast(node.copy(), "int")


def _less_one(node: Any) -> Node:
    if isinstance(node, exp.Literal):
        return _number(int(node.name) - 1)
    if isinstance(node, exp.Add) and node.expression == _number(1):
        return node.this
    return exp.Sub(this=bracketed(node), expression=_number(1))


def _span(first: Any, last: Any) -> Node:
    """How many from one place to another."""
    whole = exp.Sub(this=bracketed(last), expression=bracketed(first))
    return exp.Add(this=whole, expression=_number(1))
