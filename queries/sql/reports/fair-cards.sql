-- QUESTION: Do all cards of the pack turn up equally often?
-- FOR: fraud desk
-- GRAIN: one row a game
-- PARAMETER least UINTEGER = 100: games with at least so many deals
-- COLUMN game: which
-- COLUMN deals: with wholly seen hands of one standard pack
-- COLUMN cards: dealt in them
-- COLUMN most: the card that came most often
-- COLUMN most_times: how often
-- COLUMN least: the card that came least often
-- COLUMN least_times: how often
-- COLUMN expected: how often each should come
-- COLUMN chi_square: of the 52 counts, with 51 degrees of freedom
-- COLUMN p: chance of a chi-square so large where all deals are fair
-- COLUMN p_corrected: the same for all games together (Holm)
-- ASSUMES: deals are independent; cards of a hand exclude each other, for which the chi-square is
--   corrected by 51/52; void deals count
-- CHART: bar x=game y=p_corrected
-- PORTABLE
WITH dealt AS (
    SELECT deals.game, flatten(hands) AS cards
    FROM deals JOIN (SELECT record, coalesce(options, rules)->>'packs' AS packs FROM games)
        USING (record)
    WHERE hands IS NOT NULL AND coalesce(packs <> '2', size <= 13)
), sizes AS (
    SELECT game, count(*) AS deals, sum(len(cards)) AS cards,
        sum(len(cards) / 52 * (1 - len(cards) / 52)) AS variance
    FROM dealt
    WHERE list_max(cards) < 64
    GROUP BY game
), counted AS (
    SELECT game, card, count(*) AS times
    FROM (SELECT game, unnest(cards) AS card FROM dealt WHERE list_max(cards) < 64)
    GROUP BY game, card
), counts AS (
    SELECT game, card, coalesce(times, 0) AS times
    FROM (
        SELECT game, unnest(list_filter(range(64), lambda card: card % 16 < 13)) AS card FROM sizes
    ) LEFT JOIN counted USING (game, card)
), tested AS (
    SELECT game, any_value(deals) AS deals, any_value(cards) AS cards,
        card_name(arg_max(card, times * 64 - card)) AS most, max(times) AS most_times,
        card_name(arg_min(card, times * 64 + card)) AS rarest, min(times) AS rarest_times, cards / 52 AS expected,
        sum((times - cards / 52) ^ 2) / any_value(variance) * 51 / 52 AS chi_square
    FROM counts JOIN sizes USING (game)
    WHERE deals >= $least
    GROUP BY game, sizes.cards
), ranked AS (
    SELECT *, chi_square_above(chi_square, 51) AS p,
        row_number() OVER (ORDER BY chi_square DESC, game) AS place, count(*) OVER () AS tests
    FROM tested
)
SELECT game, deals, cards::BIGINT AS cards, most, most_times, rarest AS least,
    rarest_times AS least_times, expected, chi_square, p,
    max(least(1.0, p * (tests - place + 1))) OVER (ORDER BY place) AS p_corrected
FROM ranked
ORDER BY place
