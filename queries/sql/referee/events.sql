-- What was written down of their deals, and why a match is not judged: what its events tell.
SELECT d.record, deal, m.size, m.sides, m.rule, m.begun, kinds, seats, cards, targets, hands,
    tricks, calls, seats[1] AS dealer,
    contains(kinds, 'm') AS void,
    CASE
        WHEN contains(kinds, 'j') THEN 'ruling'
        WHEN contains(kinds, 'g') THEN 'gap'
        WHEN contains(kinds, '?') THEN 'unknown kind'
    END AS reason
FROM deals d JOIN matches m USING (record)
WHERE d.game = $game AND d.record BETWEEN $first AND $last AND m.reason IS NULL
