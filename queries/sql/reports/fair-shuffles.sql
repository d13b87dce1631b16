-- QUESTION: Are the shuffles of successive deals independent?
-- FOR: fraud desk
-- GRAIN: one row a game and dealer who shuffled after another deal
-- PARAMETER least UINTEGER = 10: dealers with at least so many pairs of deals
-- COLUMN game: which
-- COLUMN player: handle of who dealt the second of two successive deals
-- COLUMN pairs: pairs of successive deals of which every card's place was written down
-- COLUMN correlation: of a card's place in the pack with its place in the deal before, on average
-- COLUMN expected: the same where shuffles are independent
-- COLUMN z: the correlation in standard deviations
-- COLUMN neighbours: pairs of cards that follow each other as in the deal before, on average
-- COLUMN expected_neighbours: the same where shuffles are independent: 51/52
-- COLUMN p: chance of either where shuffles are independent: the smaller of both, doubled
-- COLUMN p_corrected: the same for all rows together (Holm): below 0.05 shuffle better
-- ASSUMES: one standard pack; a deal in which a card stands twice is left out, unless the numbers
--   of its cards add up as those of a whole pack do; a card's place is counted through the hands in
--   the order of seats and then the stock, as it stands in the record; the pack is gathered as it
--   lay. The correlation has variance 1/51, the neighbours are nearly Poisson; the correlation is
--   tested from both sides, the neighbours from above
-- CHART: bar x=player y=p_corrected
-- PORTABLE
WITH packs AS MATERIALIZED (
    SELECT record, deal, dealer, list_concat(flatten(hands), stock) AS pack
    FROM deals
    WHERE hands IS NOT NULL AND stock IS NOT NULL AND dealer IS NOT NULL
), traced AS (
    -- Where the cards lay before, in the order in which they lie now.
    SELECT b.record, b.dealer, b.pack, list_transform(
        b.pack, lambda card: coalesce(list_position(a.pack, card), 0)::DOUBLE
    ) AS was
    FROM packs a JOIN packs b ON a.record = b.record AND b.deal = a.deal + 1
    WHERE len(a.pack) = 52 AND len(b.pack) = 52
), measured AS (
    -- The squares tell, but for a rare accident, that every place and every card is there once.
    SELECT record, dealer,
        (list_dot_product(was, range(1, 53)::DOUBLE[]) - 36517) / 11713 AS correlation,
        len(list_filter(range(1, 52), lambda k: was[k + 1] = was[k] + 1)) AS neighbours
    FROM traced
    WHERE list_dot_product(was, was) = 48230
        AND list_dot_product(pack::DOUBLE[], pack::DOUBLE[]) = 64168
), by_dealer AS (
    SELECT game, players[dealer + 1] AS player, count(*) AS pairs, avg(correlation) AS correlation,
        sum(correlation) * sqrt(51 / count(*)) AS z, sum(neighbours) AS kept
    FROM measured JOIN (SELECT record, game, players FROM games) USING (record)
    GROUP BY ALL
    HAVING count(*) >= $least
), tested AS (
    SELECT *, least(1.0, 2 * least(normal_beyond(z), poisson_least(kept, pairs * 51 / 52))) AS p
    FROM by_dealer
), ranked AS (
    SELECT *, row_number() OVER (ORDER BY p, game, player) AS place, count(*) OVER () AS tests
    FROM tested
)
SELECT game, player, pairs, correlation, 0.0::DOUBLE AS expected, z, kept / pairs AS neighbours,
    51 / 52 AS expected_neighbours, p,
    max(least(1.0, p * (tests - place + 1))) OVER (ORDER BY place) AS p_corrected
FROM ranked
ORDER BY place
