-- All Fours: which side took each trick, with how many pips (CJ-1.3, CJ-3.2).
WITH lettered AS (
    SELECT *, flatten(tricks) AS cards_played, string_split(kinds, '') AS letters,
        list_transform(tricks, lambda trick: list_transform(
            trick, lambda card: strength(card, trump, trick[1] // 16))) AS strengths
    FROM auctions
    WHERE played AND NOT void
), led AS (
    SELECT *,
        list_where(seats, list_transform(letters, lambda letter: letter = 't')) AS leaders,
        list_transform(strengths, lambda trick: list_position(trick, list_max(trick)) - 1)
            AS places
    FROM lettered
), won AS (
    SELECT *, list_transform(places, lambda place, j: (leaders[j] + place) % size) AS winners_of
    FROM led
)
SELECT * EXCLUDE (strengths, places, tricks, kinds),
    list_transform(winners_of, lambda seat: seat % sides) AS takers,
    list_transform(tricks, lambda trick: pips(trick)) AS pips_of_tricks
FROM won
