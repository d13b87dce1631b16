-- Pitch: who bought each deal and for what (PI-3 to PI-6): nobody outbids the last who bids.
WITH valued AS (
    SELECT *, list_transform(calls, lambda call: CASE call
            WHEN 'pass' THEN 0
            WHEN 'smudge' THEN CASE rule.smudge WHEN 'bid5' THEN 5 ELSE 4 END -- PI-13
            ELSE TRY_CAST(call AS INTEGER)
        END) AS bids,
        list_transform(places_of(kinds, 'a'), lambda k: seats[k]) AS bidders
    FROM trumps
), called AS (
    SELECT *, list_filter(range(1, len(bids) + 1), lambda k: bids[k] > 0)[-1] AS last_bid,
        list_max(bids) = 0 AND len(bids) >= size AS all_passed,
        -- The dealer speaks last, and may take the deal at the highest bid (PI-5).
        list_filter(range(1, len(bids) + 1), lambda k: bids[k] IS NULL OR bids[k] > 0 AND (
            bids[k] NOT BETWEEN rule.min_bid AND rule.max_bid
            OR bids[k] < list_max(bids[:k - 1])
            OR bids[k] = list_max(bids[:k - 1]) AND NOT (k = size AND CASE rule.dealer_steal
                WHEN 'always' THEN true
                WHEN 'below_max' THEN bids[k] < rule.max_bid
                WHEN 'four_only' THEN bids[k] = 4
                ELSE false END))) AS low_bids
    FROM valued
)
SELECT * EXCLUDE (void, bids, bidders),
    void OR coalesce(all_passed AND rule.all_pass = 'throw_in', false) AS void,
    bidders[last_bid] AS buyer,
    bidders[last_bid] % sides AS bidder,
    bids[last_bid] AS bid,
    CASE
        WHEN bidders <> list_transform(range(len(bidders)), lambda k: (dealer + 1 + k) % size)
            THEN 'a call out of turn (PI-3)'
        WHEN len(low_bids) > 0 THEN 'a bid that is none (PI-3, PI-4, PI-5)'
        WHEN all_passed AND rule.all_pass = 'stick_dealer' THEN 'the dealer did not bid (PI-6)'
    END AS misbid
FROM called
