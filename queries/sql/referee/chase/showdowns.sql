-- Chase the Ace: who holds the lowest rank, what it costs him, and whether the deal got so far.
WITH ranked AS (
    SELECT *, list_transform(shown, lambda card: height(card, rule.deck)) AS heights,
        kinds[last_turn + 1:] AS afterwards,
        len(list_filter(shown, lambda card: card IS NOT NULL)) AS players
    FROM exchanges
), lowest AS (
    SELECT *, list_min(heights) AS low,
        len(afterwards) - len(replace(afterwards, 'r', '')) >= players AND NOT void AS all_shown,
        CASE WHEN dealer_chose THEN true
            WHEN rule.shown_king_ends_turn THEN len(list_distinct(list_concat( -- A-06
                list_filter(seats, lambda seat, k: contains('sxb', kinds[k])),
                list_filter(targets, lambda seat, k: kinds[k] = 'b')
            ))) = players
        END AS all_played
    FROM ranked
), told AS (
    SELECT *, len(list_filter(heights, lambda h: h = low)) AS lowest_count,
        list_position(heights, low) AS lowest_at
    FROM lowest
), lost AS (
    SELECT *, list_transform(shown, lambda card, place: CASE
            WHEN card IS NULL THEN 0
            WHEN CASE
                WHEN dealer_loses THEN place = dealer + 1 -- A-01
                WHEN heights[place] > low THEN false
                WHEN rule.all_equal_free AND lowest_count = players THEN false -- A-23
                WHEN rule.dealer_advantage AND lowest_count > 1 THEN place <> dealer + 1 -- A-16
                ELSE true END
            THEN CASE WHEN rule.ace_of_spades AND card = 60 THEN 2 ELSE 1 END -- A-15
            ELSE 0
        END) AS losses
    FROM told
)
SELECT record, deal, size, dealer, rule, begun, void, losses,
    -- An ace of a suit that was not seen may be the one that costs two.
    draw_unseen OR len(list_filter(shown, lambda card, place: card IS NOT NULL
        AND (heights[place] IS NULL OR rule.ace_of_spades AND card = 76))) > 0 AS unseen,
    rank_name(shown[lowest_at]) AS lowest,
    all_shown AND coalesce(all_played, false) AS over,
    -- Sudden death may be a showdown without turns (A-04): from the start, where a record begins
    -- when nobody has more than one life, else after a tie.
    last_turn = 1 AND all_shown AND rule.final_tie = 'sudden_death'
        AND rule.sudden_death_style = 'showdown' AS shown_at_once,
    coalesce(list_max(begun) = 1, false) AS begun_late,
    len(list_filter(losses, lambda loss: loss > 0)) = players AS everyone_loses
FROM lost
