-- All Fours: the sides that have High, Low, Jack, Game and the Nine of trumps (CJ-4, SU-14, PI-9).
WITH trumped AS (
    SELECT *, list_filter(cards_played, lambda card: card // 16 = trump) AS trumps_played,
        list_transform(range(sides), lambda side: coalesce(list_sum(list_filter(
            pips_of_tricks, lambda pips, j: takers[j] = side)), 0)) AS pips
    FROM captures
), placed AS ( -- in the order of play, from 0
    SELECT *,
        list_position(cards_played, list_max(trumps_played)) - 1 AS high_at,
        list_position(cards_played, list_min(trumps_played)) - 1 AS low_at,
        list_position(cards_played, trump * 16 + 9) - 1 AS jack_at,
        list_position(cards_played, trump * 16 + 7) - 1 AS nine_at,
        list_max(pips) AS most
    FROM trumped
)
SELECT record, deal, takers, pips,
    list_max(cards_played) >= 64 AS cards_unseen,
    takers[high_at // size + 1] AS high,
    CASE rule.low_to -- B-04
        WHEN 'taker' THEN takers[low_at // size + 1]
        ELSE (leaders[low_at // size + 1] + low_at % size) % size % sides
    END AS low,
    CASE WHEN NOT jack_turned THEN takers[jack_at // size + 1] END AS jack_taken,
    CASE
        WHEN len(list_filter(pips, lambda sum: sum = most)) = 1
            THEN list_position(pips, most) - 1
        WHEN rule.game_tie = 'elder' AND size = 2 THEN (dealer + 1) % size -- SU-16
    END AS game_point,
    CASE WHEN rule.shasta_point THEN takers[nine_at // size + 1] END AS nine
FROM placed
