-- one row a turn of Chase the Ace
-- Each choice to keep or change the card, with what the player knew. Deals with a gap have none.
--   record: `games.record`
--   deal: `deals.deal`
--   event: index in the record
--   turn: number in the deal, from 1
--   seat: who acts
--   is_dealer: the dealer
--   players: how many play in this deal
--   card: the card held, as far as it was seen
--   given: it was given by the neighbour who exchanged in the turn before
--   gave: the card that went to that neighbour, who is known to hold it; else null
--   chosen: `stay`, `swap`, `block` (wanted to exchange and was refused), `cut` or `draw`
--   target: with whom
--   got: the card received or cut; the King shown by who refused
--   neighbour: who sits next to a player other than the dealer; null where a player asked on, or
--     turns are out of order
--   change: lives or tokens that the player lost in this deal
WITH spelled AS (
    -- Few courses of a deal are different: what they tell by themselves is found once for each.
    SELECT kinds, regexp_replace(kinds, '[^sxbcd]', '', 'g') AS acts,
        list_filter(range(1, length(kinds) + 1), lambda k: contains('sxbcd', kinds[k])) AS places
    FROM (
        SELECT DISTINCT kinds FROM deals
        WHERE game = 'chase-the-ace' AND regexp_matches(kinds, '[sxbcd]')
            AND NOT contains(kinds, 'g')
    )
), told AS (
    -- Whoever is asked acts next: a card goes on along a run of exchanges, from who began it.
    SELECT kinds, places, list_transform(range(1, length(acts) + 1), lambda k: substr(acts, k, 1)) AS letters,
        list_transform(places, lambda place, k:
            places[length(rtrim(substr(acts, 1, k - 1), 'x')) + 1]) AS origins,
        list_transform(places, lambda place, k: places[k + 1]) AS onwards
    FROM spelled
), rules AS (
    -- That holds where everything was legal and nobody may ask on past his neighbour (CP-V3).
    SELECT record, coalesce(status <> 'illegal' AND findings = 0
        AND options->>'domino' = 'off', false) AS plain
    FROM games
    WHERE game = 'chase-the-ace'
), acted AS (
    SELECT record, deal, first, dealer, changes, seats, cards, targets, hands, places, letters,
        origins, onwards, plain
    FROM deals JOIN told USING (kinds) JOIN rules USING (record)
    WHERE game = 'chase-the-ace' AND hands IS NOT NULL
), each_one AS (
    SELECT record, deal, first, dealer, changes, seats, cards, targets, hands,
        unnest(places) AS place, unnest(letters) AS act, unnest(origins) AS origin,
        unnest(onwards) AS onward,
        unnest(range(1, len(places) + 1)) AS turn
    FROM acted
    WHERE plain
), passed_on AS (
    SELECT record, deal, first, dealer, changes, cards, hands, turn, place, act,
        seats[place] AS seat, targets[place] AS target, origin < place AS given,
        hands[seats[origin] + 1][1] AS card, hands[seats[place] + 1][1] AS own,
        hands[targets[place] + 1][1] AS asked,
        CASE WHEN seats[place] <> dealer THEN coalesce(targets[place], seats[onward]) END AS neighbour
    FROM each_one
), traced AS (
    -- Elsewhere the hands are followed act by act.
    SELECT *, list_reduce(
        list_transform(places, lambda place, k: {
            'held': list_transform(hands, lambda hand: hand[1]), 'act': letters[k],
            'seat': seats[place], 'target': targets[place],
            'before': [list_transform(hands, lambda hand: hand[1])]
        }),
        lambda state, e: {
            'held': list_transform(state.held, lambda card, seat: CASE
                WHEN e.act = 'x' AND seat = e.seat + 1 THEN state.held[e.target + 1]
                WHEN e.act = 'x' AND seat = e.target + 1 THEN state.held[e.seat + 1]
                ELSE card END),
            'act': e.act, 'seat': e.seat, 'target': e.target,
            'before': list_append(state.before, state.held)
        },
        {'held': list_transform(hands, lambda hand: hand[1]), 'act': '',
            'seat': NULL::UTINYINT, 'target': NULL::UTINYINT, 'before': NULL::UTINYINT[][]}
    ).before AS before,
    len(list_filter(places, lambda place, k:
        (seats[place] + len(hands) - seats[1] - 1) % len(hands)
            >= (coalesce(seats[onwards[k]], targets[place]) + len(hands) - seats[1] - 1) % len(hands)
        OR (letters[k] = 'x' AND targets[place] <> seats[onwards[k]])
    )) = 0 AS in_order
    FROM acted
    WHERE NOT plain
), followed AS (
    SELECT record, deal, first, dealer, changes, cards, hands, turn, places[turn] AS place,
        letters[turn] AS act, seats[places[turn]] AS seat, targets[places[turn]] AS target,
        turn > 1 AND letters[turn - 1] = 'x' AND targets[places[turn - 1]] = seats[places[turn]]
            AS given,
        before[turn][seats[places[turn]] + 1] AS card,
        before[turn - 1][seats[places[turn]] + 1] AS own,
        before[turn][targets[places[turn]] + 1] AS asked,
        CASE WHEN in_order AND seats[places[turn]] <> dealer
            THEN coalesce(targets[places[turn]], seats[onwards[turn]]) END AS neighbour
    FROM (SELECT *, unnest(range(1, len(places) + 1)) AS turn FROM traced)
)
SELECT record, deal, first + place - 1 AS event, turn, seat, seat = dealer AS is_dealer,
    len(list_filter(hands, lambda hand: len(hand) > 0)) AS players,
    card, given, CASE WHEN given THEN own END AS gave,
    CASE act WHEN 's' THEN 'stay' WHEN 'x' THEN 'swap' WHEN 'b' THEN 'block'
        WHEN 'c' THEN 'cut' ELSE 'draw' END AS chosen,
    target, CASE WHEN act = 'x' THEN asked ELSE cards[place] END AS got,
    neighbour, changes[seat + 1] AS change
FROM (SELECT * FROM passed_on UNION ALL SELECT * FROM followed)
