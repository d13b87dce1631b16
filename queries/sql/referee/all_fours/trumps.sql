-- All Fours: the trump suit of each deal, and the points that are scored before a card is played,
-- by side: the dealer's for a turned Jack, and a gift (SU-4, SU-6, SU-8, B-07).
WITH turned AS (
    SELECT *, cards[instr(kinds, 'u')] AS first_up,
        cards[len(kinds) + 1 - instr(reverse(kinds), 'u')] AS last_up,
        CASE $game WHEN 'pitch' THEN tricks[1][1] WHEN 'seven-up' THEN last_up
            ELSE first_up END AS told_by,
        CASE $game WHEN 'pitch' THEN false WHEN 'seven-up' THEN true
            ELSE rule.turned_jack END AS jack_scores
    FROM events
)
SELECT * EXCLUDE (first_up, last_up, told_by, jack_scores),
    told_by // 16 AS trump,
    coalesce(told_by, 0) >= 64 AS trump_unseen,
    jack_scores AND coalesce(told_by % 16 = 9, false) AS jack_turned, -- which makes trump
    list_concat(
        CASE WHEN jack_scores AND first_up % 16 = 9 THEN [dealer % sides] ELSE [] END,
        CASE WHEN NOT coalesce(list_contains(calls, 'give'), false) THEN []
            WHEN rule.gift_to = 'eldest' THEN [(dealer + 1) % size % sides]
            ELSE list_filter(range(sides), lambda side: side <> dealer % sides) END,
        CASE WHEN jack_turned AND last_up // 16 <> first_up // 16 AND $game = 'seven-up'
            THEN [dealer % sides] ELSE [] END
    ) AS early,
    CASE $game -- cards that each player has to play
        WHEN 'pitch' THEN 6
        WHEN 'seven-up' THEN 6 + CASE WHEN rule.after_run = 'keep'
            THEN (len(kinds) - len(replace(kinds, 'd', ''))) // size ELSE 0 END
        ELSE 52 // size
    END AS each,
    coalesce(len(tricks), 0) >= each AS played
FROM turned
