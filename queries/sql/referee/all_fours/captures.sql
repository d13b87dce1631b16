-- All Fours: which side took each trick, with how many pips (CJ-1.3, CJ-3.2).
WITH led AS (
    SELECT *, list_filter(seats, lambda seat, k: kinds[k] = 't') AS leaders,
        flatten(tricks) AS cards_played
    FROM trumps
    WHERE played AND NOT void
)
SELECT *,
    list_transform(tricks, lambda trick, j: (leaders[j] + best_place(trick, trump) - 1) % size)
        AS winners_of,
    list_transform(winners_of, lambda seat: seat % sides) AS takers,
    list_transform(tricks, lambda trick: pips(trick)) AS pips_of_tricks
FROM led
