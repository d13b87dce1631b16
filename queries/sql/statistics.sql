-- Distributions that SQL lacks, for the reports. tests/queries/test_statistics.py compares them with
-- exact arithmetic and with published tables.

-- The complementary error function of z >= 0: the Chebyshev fit of Numerical Recipes (erfcc), whose
-- relative error is below 1.2e-7 everywhere.
CREATE OR REPLACE MACRO erfc_at(t, z) AS t * exp(-z * z - 1.26551223 + t * (1.00002368
    + t * (0.37409196 + t * (0.09678418 + t * (-0.18628806 + t * (0.27886807 + t * (-1.13520398
    + t * (1.48851587 + t * (-0.82215223 + t * 0.17087277)))))))));
CREATE OR REPLACE MACRO erfc(z) AS CASE WHEN z >= 0 THEN erfc_at(1 / (1 + z / 2), z)
    ELSE 2 - erfc_at(1 / (1 - z / 2), -z) END;

-- The chance that a standard normal variable exceeds z, and that it is further from 0 than z.
CREATE OR REPLACE MACRO normal_above(z) AS erfc(z / sqrt(2)) / 2;
CREATE OR REPLACE MACRO normal_beyond(z) AS erfc(abs(z) / sqrt(2));

-- The chance that chi-square with df degrees of freedom exceeds x: the finite sum that it is for
-- whole df, exact but for rounding and, where df is odd, erfc.
CREATE OR REPLACE MACRO chi_square_above(x, df) AS CASE WHEN x <= 0 THEN 1.0
    ELSE (CASE WHEN df % 2 = 1 THEN erfc(sqrt(x / 2)) ELSE 0.0 END)
        + coalesce(list_sum(list_transform(range(0, (df // 2)::BIGINT), lambda i:
            exp(-x / 2 + (i + df % 2 / 2) * ln(x / 2) - lgamma(i + 1 + df % 2 / 2)))), 0.0)
    END;

-- The chance of at least k successes in n independent trials that succeed with chance p: the sum
-- of its terms, the shorter tail of the two.
CREATE OR REPLACE MACRO binomial_terms(first, last, n, p) AS coalesce(list_sum(list_transform(
    range(first::BIGINT, last::BIGINT + 1), lambda i: exp(lgamma(n + 1) - lgamma(i + 1)
        - lgamma(n - i + 1) + i * ln(p) + (n - i) * ln(1 - p)))), 0.0);
CREATE OR REPLACE MACRO binomial_least(k, n, p) AS CASE
    WHEN k <= 0 THEN 1.0 WHEN k > n OR p <= 0 THEN 0.0 WHEN p >= 1 THEN 1.0
    WHEN k > n * p THEN binomial_terms(k, n, n, p)
    ELSE 1 - binomial_terms(0, k - 1, n, p) END;

-- Wilson's interval for a proportion k of n; z = 1.96 for 95 %.
CREATE OR REPLACE MACRO wilson_middle(k, n, z) AS (k + z * z / 2) / (n + z * z);
CREATE OR REPLACE MACRO wilson_half(k, n, z) AS
    z / (n + z * z) * sqrt(k * (n - k) / n + z * z / 4);
CREATE OR REPLACE MACRO wilson_low(k, n, z) AS
    CASE WHEN n > 0 AND k = 0 THEN 0.0
    WHEN n > 0 THEN greatest(0.0, wilson_middle(k, n, z) - wilson_half(k, n, z)) END;
CREATE OR REPLACE MACRO wilson_high(k, n, z) AS
    CASE WHEN n > 0 AND k = n THEN 1.0
    WHEN n > 0 THEN least(1.0, wilson_middle(k, n, z) + wilson_half(k, n, z)) END;

-- The chance of at least k events where a Poisson variable expects m: through the sum of its terms
-- up to k - 1, or of those from k on, whichever tail is the shorter.
CREATE OR REPLACE MACRO poisson_terms(first, last, m) AS coalesce(list_sum(list_transform(
    range(first::BIGINT, last::BIGINT + 1), lambda i: exp(i * ln(m) - m - lgamma(i + 1)))), 0.0);
CREATE OR REPLACE MACRO poisson_least(k, m) AS CASE
    WHEN k <= 0 THEN 1.0
    WHEN k > m THEN poisson_terms(k, ceil(k + 12 * sqrt(k + m) + 40), m)
    ELSE 1 - poisson_terms(0, k - 1, m) END;
