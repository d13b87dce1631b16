-- All Fours: which side took each trick, with how many pips (CJ-1.3, CJ-3.2).
WITH led AS (
    SELECT *, flatten(tricks) AS cards_played,
        list_where(seats, list_transform(string_split(kinds, ''), lambda kind: kind = 't'))
            AS leaders,
        list_transform(tricks, lambda trick: list_transform(
            trick, lambda card: strength(card, trump, trick[1] // 16))) AS strengths
    FROM trumps
    WHERE played AND NOT void
), won AS (
    SELECT *, list_transform(strengths, lambda trick: list_position(trick, list_max(trick)) - 1)
        AS places
    FROM led
)
SELECT * EXCLUDE (strengths, places, tricks, seats, kinds, cards),
    list_transform(places, lambda place, j: (leaders[j] + place) % size % sides) AS takers,
    list_transform(tricks, lambda trick: pips(trick)) AS pips_of_tricks
FROM won
