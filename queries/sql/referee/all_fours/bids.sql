-- Pitch: who bought each deal and for what (PI-3 to PI-6): nobody outbids the last who bids.
WITH called AS (
    SELECT *, list_filter(range(1, coalesce(len(calls), 0) + 1), lambda k: calls[k] <> 'pass')[-1]
            AS last_bid,
        coalesce(len(calls), 0) >= size AND last_bid IS NULL AS all_passed,
        CASE WHEN last_bid IS NOT NULL THEN seats[places_of(kinds, 'a')[last_bid]]
            WHEN all_passed AND rule.all_pass = 'stick_dealer' THEN dealer END AS buyer
    FROM trumps
)
SELECT * EXCLUDE (void),
    void OR (all_passed AND rule.all_pass = 'throw_in') AS void,
    buyer % sides AS bidder,
    CASE WHEN buyer IS NULL THEN NULL
        WHEN last_bid IS NULL THEN rule.min_bid
        WHEN calls[last_bid] <> 'smudge' THEN calls[last_bid]::INTEGER
        WHEN rule.smudge = 'bid5' THEN 5 ELSE 4 -- PI-13
    END AS bid
FROM called
