"""The distributions that the reports use, against exact arithmetic and published tables."""

from __future__ import annotations

import math
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

import duckdb
import pytest

from cardlog.queries.gather import Part
from tests.queries.test_tables import database

# Percentage points of chi-square as tables print them: degrees of freedom, x, chance above.
CHI_SQUARE = (
    (1, 3.841, 0.05), (1, 6.635, 0.01), (2, 5.991, 0.05), (3, 7.815, 0.05), (4, 13.277, 0.01),
    (5, 11.070, 0.05), (10, 18.307, 0.05), (10, 29.588, 0.001), (12, 21.026, 0.05),
    (20, 37.566, 0.01), (30, 43.773, 0.05), (51, 68.669, 0.05), (100, 124.342, 0.05),
)  # fmt: skip
NORMAL = ((1.0, 0.158655), (1.645, 0.04998), (1.96, 0.0249979), (2.326, 0.010009), (3.0, 0.0013499))


@pytest.fixture(scope="module")
def held() -> duckdb.DuckDBPyConnection:
    return database(Part())


def value(held: duckdb.DuckDBPyConnection, expression: str, *given: Any) -> float:
    (row,) = held.execute(f"SELECT {expression}", list(given)).fetchall()
    return float(row[0])


@pytest.mark.parametrize(("z", "chance"), NORMAL)
def test_normal_as_tables_have_it(held: duckdb.DuckDBPyConnection, z: float, chance: float) -> None:
    assert value(held, "normal_above(?::DOUBLE)", z) == pytest.approx(chance, rel=1e-4)
    assert value(held, "normal_above(?::DOUBLE)", -z) == pytest.approx(1 - chance, rel=1e-4)
    assert value(held, "normal_beyond(?::DOUBLE)", -z) == pytest.approx(2 * chance, rel=1e-4)


def test_the_error_function_is_as_near_as_it_says(held: duckdb.DuckDBPyConnection) -> None:
    for k in range(-60, 251):
        z = k / 10
        assert value(held, "erfc(?::DOUBLE)", z) == pytest.approx(math.erfc(z), rel=1.2e-7)


@pytest.mark.parametrize(("df", "x", "chance"), CHI_SQUARE)
def test_chi_square_as_tables_have_it(
    held: duckdb.DuckDBPyConnection, df: int, x: float, chance: float
) -> None:
    told = value(held, "chi_square_above(?::DOUBLE, ?::BIGINT)", x, df)
    assert told == pytest.approx(chance, rel=2e-3)


@pytest.mark.parametrize("df", [1, 2, 3, 7, 12, 51, 52])
def test_chi_square_against_its_recurrence(held: duckdb.DuckDBPyConnection, df: int) -> None:
    # Q(a + 1, y) = Q(a, y) + y^a e^-y / gamma(a + 1), up from the closed forms for df = 1 and 2.
    for x in (0.01, 0.5, 2.0, 11.0, 51.0, 120.0):
        y = x / 2
        a = 0.5 if df % 2 else 1.0
        tail = math.erfc(math.sqrt(y)) if df % 2 else math.exp(-y)
        while 2 * a < df:
            tail += math.exp(a * math.log(y) - y - math.lgamma(a + 1))
            a += 1
        told = value(held, "chi_square_above(?::DOUBLE, ?::BIGINT)", x, df)
        assert told == pytest.approx(tail, rel=2e-7, abs=1e-300)
    assert value(held, "chi_square_above(0::DOUBLE, ?::BIGINT)", df) == 1


@pytest.mark.parametrize(
    ("n", "p"),
    [(1, Fraction(1, 2)), (10, Fraction(1, 13)), (52, Fraction(4, 51)), (400, Fraction(2, 5))],
)
def test_binomial_against_fractions(held: duckdb.DuckDBPyConnection, n: int, p: Fraction) -> None:
    terms = [math.comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(n + 1)]
    for k in sorted({0, 1, n // 3, n // 2, n - 1, n}):
        told = value(held, "binomial_least(?::BIGINT, ?::BIGINT, ?::DOUBLE)", k, n, float(p))
        assert told == pytest.approx(float(sum(terms[k:])), rel=1e-9)
    assert value(held, "binomial_least(?::BIGINT, ?::BIGINT, ?::DOUBLE)", n + 1, n, 0.5) == 0


@pytest.mark.parametrize("m", [0.5, 1.0, 9.8, 51.0, 1000.0])
def test_poisson_against_fifty_digits(held: duckdb.DuckDBPyConnection, m: float) -> None:
    with localcontext(prec=50):
        terms = [Decimal(-m).exp()]
        for i in range(1, int(m + 60 * math.sqrt(m) + 60)):
            terms.append(terms[-1] * Decimal(m) / i)
        for k in (0, 1, int(m), int(m + 1), int(m + 5 * math.sqrt(m)), int(m + 9 * math.sqrt(m))):
            told = value(held, "poisson_least(?::BIGINT, ?::DOUBLE)", k, m)
            assert told == pytest.approx(float(sum(terms[k:])), rel=1e-8)


# From Newcombe (1998), table I, Wilson's method without correction: k of n, 95 %.
WILSON = (
    (81, 263, 0.2553, 0.3662),
    (15, 148, 0.0624, 0.1605),
    (0, 20, 0.0, 0.1611),
    (1, 29, 0.0061, 0.1718),
)


@pytest.mark.parametrize(("k", "n", "low", "high"), WILSON)
def test_wilson_as_published(
    held: duckdb.DuckDBPyConnection, k: int, n: int, low: float, high: float
) -> None:
    assert value(held, "wilson_low(?, ?, 1.959964)", k, n) == pytest.approx(low, abs=5e-5)
    assert value(held, "wilson_high(?, ?, 1.959964)", k, n) == pytest.approx(high, abs=5e-5)


def test_wilson_of_nothing_is_null(held: duckdb.DuckDBPyConnection) -> None:
    assert held.execute("SELECT wilson_low(0, 0, 1.96), wilson_high(0, 0, 1.96)").fetchall() == [
        (None, None)
    ]
    assert held.execute("SELECT wilson_low(0, 7, 1.96), wilson_high(7, 7, 1.96)").fetchall() == [
        (0.0, 1.0)
    ]
