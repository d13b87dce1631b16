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
WITH acted AS (
    SELECT record, deal, first, size, dealer, changes, seats, cards, targets,
        list_transform(hands, lambda hand: hand[1]) AS held,
        len(list_filter(hands, lambda hand: len(hand) > 0)) AS players,
        regexp_replace(kinds, '[^sxbcd]', '', 'g') AS acts,
        CASE WHEN regexp_matches(kinds, '^D[sxbcd]+[^sxbcd]*$')
            THEN range(2, length(regexp_extract(kinds, '^D[sxbcd]+')) + 1)
            ELSE list_filter(
                range(1, length(kinds) + 1), lambda k: contains('sxbcd', kinds[k])
            ) END AS places
    FROM deals
    WHERE game = 'chase-the-ace' AND hands IS NOT NULL AND NOT contains(kinds, 'g')
        AND regexp_matches(kinds, '[sxbcd]')
), told AS (
    -- Plain: each acts once, in turn, and asks the player who acts next.
    SELECT *, len(list_filter(places, lambda place, k:
        (seats[place] + size - seats[1] - 1) % size
            >= (coalesce(seats[places[k + 1]], targets[place]) + size - seats[1] - 1) % size
        OR (acts[k] = 'x' AND targets[place] <> seats[places[k + 1]])
    )) = 0 AS plain
    FROM acted
), passed_on AS (
    -- Whoever is asked acts next: a card goes on along a run of exchanges, from who began it.
    SELECT * EXCLUDE (acts, held), turn, places[turn] AS place, acts[turn] AS act,
        seats[places[turn]] AS seat, targets[places[turn]] AS target,
        turn > 1 AND acts[turn - 1] = 'x' AS given,
        held[seats[places[length(rtrim(acts[:turn - 1], 'x')) + 1]] + 1] AS card,
        held[seats[places[turn]] + 1] AS own,
        held[targets[places[turn]] + 1] AS asked,
        CASE WHEN seats[places[turn]] <> dealer
            THEN coalesce(targets[places[turn]], seats[places[turn + 1]]) END AS neighbour
    FROM (SELECT *, unnest(range(1, len(places) + 1)) AS turn FROM told WHERE plain)
), traced AS (
    -- Where somebody asked on past his neighbour (CP-V3), the hands are followed act by act.
    SELECT *, list_reduce(
        list_transform(places, lambda place, k: {
            'held': held, 'act': acts[k], 'seat': seats[place], 'target': targets[place],
            'before': [held]
        }),
        lambda state, e: {
            'held': list_transform(state.held, lambda card, seat: CASE
                WHEN e.act = 'x' AND seat = e.seat + 1 THEN state.held[e.target + 1]
                WHEN e.act = 'x' AND seat = e.target + 1 THEN state.held[e.seat + 1]
                ELSE card END),
            'act': e.act, 'seat': e.seat, 'target': e.target,
            'before': list_append(state.before, state.held)
        },
        {'held': held, 'act': '', 'seat': NULL, 'target': NULL, 'before': NULL}
    ).before AS before
    FROM told
    WHERE NOT plain
), followed AS (
    SELECT * EXCLUDE (acts, held, before), turn, places[turn] AS place, acts[turn] AS act,
        seats[places[turn]] AS seat, targets[places[turn]] AS target,
        turn > 1 AND acts[turn - 1] = 'x' AND targets[places[turn - 1]] = seats[places[turn]]
            AS given,
        before[turn][seats[places[turn]] + 1] AS card,
        before[turn - 1][seats[places[turn]] + 1] AS own,
        before[turn][targets[places[turn]] + 1] AS asked,
        NULL AS neighbour
    FROM (SELECT *, unnest(range(1, len(places) + 1)) AS turn FROM traced)
)
SELECT record, deal, first + place - 1 AS event, turn, seat, seat = dealer AS is_dealer, players,
    card, given, CASE WHEN given THEN own END AS gave,
    CASE act WHEN 's' THEN 'stay' WHEN 'x' THEN 'swap' WHEN 'b' THEN 'block'
        WHEN 'c' THEN 'cut' ELSE 'draw' END AS chosen,
    target, CASE WHEN act = 'x' THEN asked ELSE cards[place] END AS got,
    neighbour, changes[seat + 1] AS change
FROM (
    SELECT record, deal, first, turn, place, seat, dealer, players, card, given, own, act, target,
        asked, neighbour, cards, changes
    FROM passed_on
    UNION ALL
    SELECT record, deal, first, turn, place, seat, dealer, players, card, given, own, act, target,
        asked, neighbour, cards, changes
    FROM followed
)
