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
--   change: lives or tokens that the player lost in this deal
WITH chosen AS (
    SELECT record, deal, first, dealer, changes,
        list_transform(hands, lambda hand: hand[1]) AS held,
        len(list_filter(hands, lambda hand: len(hand) > 0)) AS players,
        list_filter(
            events_of(kinds, seats, cards, targets), lambda e: contains('sxbcd', e.kind)
        ) AS acts
    FROM deals
    WHERE game = 'chase-the-ace' AND hands IS NOT NULL AND NOT contains(kinds, 'g')
), traced AS (
    SELECT *, list_reduce(
        list_transform(acts, lambda e: {'held': held, 'act': e, 'before': [held]}),
        lambda state, e: {
            'held': list_transform(state.held, lambda card, seat: CASE
                WHEN e.act.kind = 'x' AND seat = e.act.seat + 1 THEN state.held[e.act.target + 1]
                WHEN e.act.kind = 'x' AND seat = e.act.target + 1 THEN state.held[e.act.seat + 1]
                ELSE card END),
            'act': e.act,
            'before': list_append(state.before, state.held)
        },
        {'held': held, 'act': NULL, 'before': NULL}
    ).before AS before
    FROM chosen
    WHERE len(acts) > 0
), each_turn AS (
    SELECT *, unnest(range(1, len(acts) + 1)) AS turn FROM traced
), told AS (
    SELECT *, acts[turn] AS act, acts[turn - 1] AS last, before[turn] AS cards,
        before[turn - 1] AS cards_before
    FROM each_turn
)
SELECT record, deal, first + act.place - 1 AS event, turn, act.seat AS seat,
    act.seat = dealer AS is_dealer, players,
    cards[act.seat + 1] AS card,
    turn > 1 AND last.kind = 'x' AND last.target = act.seat AS given,
    CASE WHEN turn > 1 AND last.kind = 'x' AND last.target = act.seat
        THEN cards_before[act.seat + 1] END AS gave,
    CASE act.kind WHEN 's' THEN 'stay' WHEN 'x' THEN 'swap' WHEN 'b' THEN 'block'
        WHEN 'c' THEN 'cut' ELSE 'draw' END AS chosen,
    act.target AS target,
    CASE WHEN act.kind = 'x' THEN cards[act.target + 1] ELSE act.card END AS got,
    changes[act.seat + 1] AS change
FROM told
