-- one row a choice
-- Each exchange, call, card put away and card played, as the player who chose it could see it. What
-- followed a gap is none. Rulings do not change what was chosen.
--   record: `games.record`
--   deal: `deals.deal`
--   event: index in the record; a trick holds a choice of each player, a discard one for each card
--   game: `games.game`
--   kind: `turn` of Chase the Ace, `call` of Pitch and Seven-Up, `discard` of a card after a run in
--     Seven-Up, `play` of a card to a trick
--   place: number among the deal's choices of this kind, from 1
--   seat: who chooses
--   side: the seat, or the pair in a partnership game
--   hand: the cards held, before all of a discard; null where they are not known
--   seen: the cards he knows besides: the one that he gave to his neighbour; those turned up; those
--     in the trick
--   trump: suit, 0 to 3 for c d h s; null where there is none yet
--   before: lives, tokens or points by side before the deal; null where a ruling adjusted them or
--     cards that nobody saw leave them open
--   legal: what the rules allow him, sorted: `ask` and `stay`, the dealer's `cut` or `draw` and
--     `stay`; calls; cards (a discard takes all but six of them); null where that is not known
--   chosen: one of these, if it was legal
--   result: what followed at once: `exchanged`, `refused`, `kept` or `took`; `bought` by the highest
--     bid; `won` or `lost` the trick
--   change: lives, tokens or points of the side in this deal
WITH setting AS (
    SELECT record, game, profile, options, coalesce(standing, list_transform(final, lambda side: CASE
            WHEN game = 'chase-the-ace' THEN (options->>'lives')::BIGINT ELSE 0 END)) AS start
    FROM games
), so_far AS (
    SELECT record, deal, game, hands, list(CASE
            WHEN NOT (contains(kinds, 'j') AND contains(extras, '"adjust"')) THEN changes END)
        OVER (
            PARTITION BY record ORDER BY deal ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ) AS earlier
    FROM deals
), summed AS (
    SELECT record, deal, so_far.game, hands, profile, options, nullif(len(start), 0) AS sides, CASE
        WHEN len(list_filter(earlier, lambda each: list_count(each) IS DISTINCT FROM len(start))) > 0
            THEN NULL
        ELSE list_transform(start, lambda side, k: side + coalesce(list_sum(list_transform(
            earlier, lambda each: each[k])), 0)::BIGINT)
        END AS total
    FROM so_far JOIN setting USING (record)
), known AS (
    -- Who sits in sudden death has one life, whatever he lost (A-03).
    SELECT record, deal, profile, options, sides, CASE WHEN game = 'chase-the-ace'
        THEN list_transform(total, lambda lives, k: greatest(lives, least(len(hands[k]), 1)))
        ELSE total END AS before
    FROM summed
), turned AS (
    SELECT record, deal, event, 'chase-the-ace' AS game, 'turn' AS kind, turn AS place, seat,
        CASE WHEN card IS NOT NULL THEN [card] END AS hand,
        CASE WHEN gave IS NOT NULL THEN [gave] ELSE [] END AS seen, NULL AS trump, before,
        CASE WHEN NOT is_dealer THEN ['ask', 'stay']
            WHEN profile = 'compendium' THEN ['draw', 'stay'] ELSE ['cut', 'stay'] END AS legal,
        CASE WHEN contains('swap block', chosen) THEN 'ask' ELSE chosen END AS chosen,
        CASE chosen WHEN 'stay' THEN 'kept' WHEN 'swap' THEN 'exchanged'
            WHEN 'block' THEN 'refused' ELSE 'took' END AS result, sides
    FROM turns JOIN known USING (record, deal)
), called AS (
    SELECT record, deal, game, size, dealer, calls, hands, first, options, before, sides, cards,
        seats, list_filter(range(1, length(kinds) + 1), lambda k: kinds[k] = 'a') AS places,
        list_filter(range(1, length(kinds) + 1), lambda k: kinds[k] = 'u') AS turn_ups,
        unnest(range(1, len(calls) + 1)) AS place
    FROM deals JOIN known USING (record, deal)
    WHERE calls IS NOT NULL AND NOT contains(kinds, 'g')
), auctioned AS (
    SELECT *, seats[places[place]] AS seat, options->>'dealer_steal' AS steal,
        (options->>'min_bid')::INTEGER AS least_bid, (options->>'max_bid')::INTEGER AS most_bid,
        coalesce(list_max(list_transform(
            calls[1:place - 1], lambda call: bid_value(call, options->>'smudge'))), 0) AS bid
    FROM called
), advised AS (
    SELECT *, CASE
        WHEN game = 'pitch' THEN list_filter(
            ['1', '2', '3', '4', 'pass', 'smudge'], lambda call: CASE
                WHEN call = 'pass' THEN seat <> dealer OR bid > 0
                    OR options->>'all_pass' <> 'stick_dealer'
                ELSE bid_value(call, options->>'smudge') BETWEEN least_bid AND most_bid
                    AND (bid_value(call, options->>'smudge') > bid
                        OR (bid_value(call, options->>'smudge') = bid AND seat = dealer
                            AND (steal = 'always' OR (steal = 'four_only' AND bid = 4)
                                OR (steal = 'below_max' AND bid < most_bid))))
                END)
        WHEN place = 1 THEN ['beg', 'stand']
        WHEN before IS NOT NULL THEN CASE WHEN len(list_filter(before, lambda points, k:
                points + 1 >= (options->>'target')::BIGINT AND CASE options->>'gift_to'
                    WHEN 'each' THEN k - 1 <> dealer % sides
                    ELSE k - 1 = (dealer + 1) % size % sides END)) > 0
            THEN ['run'] ELSE ['give', 'run'] END
        END AS legal
    FROM auctioned
), bidden AS (
    SELECT record, deal, first + places[place] - 1 AS event, game, 'call' AS kind, place, seat,
        hands[seat + 1] AS hand,
        CASE WHEN len(turn_ups) > 0 THEN [cards[turn_ups[1]]] ELSE [] END AS seen, NULL AS trump,
        before, legal, calls[place] AS chosen,
        CASE WHEN game = 'pitch' AND len(calls) = size AND calls[place] <> 'pass'
            AND len(list_filter(calls[place + 1:], lambda call: call <> 'pass')) = 0
            THEN 'bought' END AS result, sides
    FROM advised
), ran AS (
    SELECT record, deal, first, game, kinds, seats, cards, hands, tricks, packets, options, before,
        sides, list_filter(range(1, length(kinds) + 1), lambda k: kinds[k] = 'p'
            OR (contains('ru', kinds[k]) AND cards[k] IS NULL)) AS places
    FROM deals JOIN known USING (record, deal)
    WHERE game = 'seven-up' AND contains(kinds, 'p') AND NOT contains(kinds, 'g')
), discarded AS (
    SELECT *, list_filter(places, lambda k: kinds[k] = 'p') AS spots,
        list_filter(packets, lambda each, k: kinds[places[k]] = 'p') AS discards
    FROM ran
), each_discard AS (
    SELECT *, spots[turn] AS spot, seats[spots[turn]] AS seat
    FROM (SELECT *, unnest(range(1, len(spots) + 1)) AS turn FROM discarded)
), holding AS (
    SELECT *, list_filter(
            list_concat(
                hands[seat + 1],
                list_transform(list_filter(range(1, spot), lambda k: kinds[k] = 'd'
                    AND seats[k] = seat), lambda k: cards[k])
            ),
            lambda card: NOT list_contains(flatten(list_filter(
                    discards, lambda each, k: k < turn AND seats[spots[k]] = seat)), card)
                AND NOT coalesce(list_contains(
                    flatten(tricks[1:times_in(kinds[1:spot - 1], 't')]), card), false)
        ) AS hand,
        list_transform(list_filter(range(1, spot), lambda k: kinds[k] = 'u'), lambda k: cards[k])
            AS turned_up
    FROM each_discard
), put_away AS (
    SELECT record, deal, first + spot - 1 AS event, game, 'discard' AS kind,
        len(flatten(discards[1:turn - 1])) + number AS place, seat, hand, turned_up AS seen,
        suit_seen(turned_up[-1]) AS trump, before,
        CASE WHEN list_max(hand) < 64 AND list_max(turned_up) < 64 THEN CASE
            -- All but six cards, and once another suit is turned up (SU-7, SU-11).
            WHEN len(hand) > 6 AND options->>'after_run' = 'discard'
                AND regexp_matches(kinds[1:spot - 1], 'u[^d]*$')
                AND turned_up[-1] // 16 <> turned_up[1] // 16
            THEN list_sort(list_transform(hand, lambda held: card_name(held))) ELSE [] END
        END AS legal, card_name(discards[turn][number]) AS chosen, NULL AS result, sides
    FROM (SELECT *, unnest(range(1, len(discards[turn]) + 1)) AS number FROM holding)
), led AS (
    SELECT plays.*, first, kinds, size, options, before, sides, so_far[1] // 16 AS suit,
        list_max(hand) < 64 AND coalesce(so_far[1] < 64, true)
            AND (turn = 1 OR trump IS NOT NULL) AS certain,
        len(list_filter(hand, lambda held: held // 16 = so_far[1] // 16)) > 0 AS can_follow,
        len(list_filter(hand, lambda held: held // 16 = trump)) > 0 AS can_trump
    FROM plays JOIN (SELECT record, deal, first, kinds, size FROM deals) USING (record, deal)
        JOIN known USING (record, deal)
), laid AS (
    SELECT record, deal,
        first + list_filter(range(length(kinds)), lambda k: kinds[k + 1] = 't')[trick] AS event,
        game, 'play' AS kind, (trick - 1) * size + turn AS place, seat, hand, so_far AS seen, trump,
        before, CASE WHEN certain THEN list_sort(list_transform(list_filter(hand, lambda held: CASE
                WHEN turn = 1 OR held // 16 = suit THEN true
                WHEN can_follow THEN held // 16 = trump
                    AND coalesce(options->>'strict_follow', '') <> 'true'
                ELSE NOT can_trump OR held // 16 = trump
                    OR coalesce(options->>'void_must_trump', '') <> 'true'
                END), lambda held: card_name(held))) END AS legal,
        card_name(card) AS chosen,
        CASE WHEN winner = seat THEN 'won' WHEN winner <> seat THEN 'lost' END AS result, sides
    FROM led
), chosen AS (
    SELECT * FROM turned UNION ALL SELECT * FROM bidden UNION ALL SELECT * FROM put_away
    UNION ALL SELECT * FROM laid
)
SELECT record, deal, event, chosen.game, kind, place, seat, seat % sides AS side, hand, seen, trump,
    before, legal, chosen.chosen, result, changes[seat % sides + 1] AS change
FROM chosen JOIN (SELECT record, deal, changes FROM deals) USING (record, deal)
