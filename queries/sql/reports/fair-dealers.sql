-- QUESTION: Does any dealer deal himself better cards than chance allows?
-- FOR: fraud desk
-- GRAIN: one row a dealer and family of games
-- PARAMETER least UINTEGER = 30: dealers with at least so many deals
-- COLUMN player: handle of the dealer
-- COLUMN family: `chase-the-ace` or `all-fours`
-- COLUMN deals: in which all of his own cards were seen
-- COLUMN cards: that he dealt himself
-- COLUMN mean: rank of those cards, from 0 for the lowest to 12 for the highest, on average
-- COLUMN expected: the same by chance
-- COLUMN z: how many standard deviations the mean is above it
-- COLUMN p: chance of a z so large where he deals fairly
-- COLUMN p_corrected: the same for all dealers together (Holm): below 0.05 ask him
-- ASSUMES: standard packs; the Ace is lowest in Chase the Ace and highest elsewhere; deals are
--   independent, void ones count; many deals, so that the mean is nearly normal
-- CHART: bar x=player y=p_corrected
-- PORTABLE
WITH dealt AS (
    SELECT record, dealer, ace_low, n, ranks FROM (
        SELECT record, dealer, CASE WHEN game = 'chase-the-ace' THEN 1 ELSE 0 END AS ace_low,
            len(hands[dealer + 1]) AS n,
            CASE WHEN list_max(hands[dealer + 1]) < 64 THEN list_sum(list_transform(
                hands[dealer + 1],
                lambda card: (card % 16 + CASE WHEN game = 'chase-the-ace' THEN 1 ELSE 0 END) % 13
            )) END AS ranks
        FROM deals
        WHERE dealer IS NOT NULL AND hands IS NOT NULL
    )
    WHERE n BETWEEN 1 AND 51 AND ranks IS NOT NULL
), by_seat AS (
    SELECT record, dealer, ace_low, count(*) AS deals, sum(n) AS cards, sum(ranks) AS ranks,
        sum(14 * n * (52 - n) / 51) AS variance
    FROM dealt
    GROUP BY ALL
), by_player AS (
    SELECT players[dealer + 1] AS player,
        CASE WHEN ace_low = 1 THEN 'chase-the-ace' ELSE 'all-fours' END AS family,
        sum(by_seat.deals) AS deals, sum(cards) AS cards, sum(ranks) AS ranks,
        (sum(ranks) - 6 * sum(cards)) / sqrt(sum(variance)) AS z
    FROM by_seat JOIN (SELECT record, players FROM games) USING (record)
    GROUP BY ALL
    HAVING sum(by_seat.deals) >= $least
), ranked AS (
    SELECT *, normal_above(z) AS p, row_number() OVER (ORDER BY z DESC, player, family) AS place,
        count(*) OVER () AS tests
    FROM by_player
)
SELECT player, family, deals::BIGINT AS deals, cards::BIGINT AS cards,
    ranks / ranked.cards AS mean, 6.0::DOUBLE AS expected, z, p,
    max(least(1.0, p * (tests - place + 1))) OVER (ORDER BY place) AS p_corrected
FROM ranked
ORDER BY place
