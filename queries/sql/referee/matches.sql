-- The matches in question, the options they were played by, and why one is not judged: what its
-- header tells.
WITH headed AS (
    SELECT *, from_json(options, '{
        "lives": "BIGINT", "deck": "VARCHAR", "dealer_draws_king": "VARCHAR",
        "final_tie": "VARCHAR", "sudden_death_style": "VARCHAR", "shown_king_ends_turn": "BOOLEAN",
        "ace_of_spades": "BOOLEAN", "dealer_advantage": "BOOLEAN", "all_equal_free": "BOOLEAN",
        "stake": "VARCHAR", "ante": "BIGINT", "target": "BIGINT", "low_to": "VARCHAR",
        "turned_jack": "BOOLEAN", "shasta_point": "BOOLEAN", "partners": "BOOLEAN",
        "after_run": "VARCHAR", "game_tie": "VARCHAR", "gift_to": "VARCHAR", "min_bid": "INTEGER",
        "all_pass": "VARCHAR", "max_bid": "INTEGER", "dealer_steal": "VARCHAR",
        "strict_follow": "BOOLEAN", "void_must_trump": "BOOLEAN", "king_block": "VARCHAR",
        "dealer_king_blocks": "BOOLEAN", "domino": "VARCHAR", "smudge": "VARCHAR",
        "go_out": "VARCHAR"}') AS rule
    FROM games
    WHERE game = $game AND record BETWEEN $first AND $last
)
SELECT record, id, len(players) AS size, standing AS begun, status, rule,
    CASE WHEN coalesce(rule.partners, false) THEN 2 ELSE len(players) END AS sides,
    CASE
        WHEN status IS NULL THEN 'not folded'
        WHEN status NOT IN ('finished', 'unfinished') THEN status
        WHEN raw IS NOT NULL THEN 'kept as text'
        WHEN stopped IS NOT NULL OR contains(opening.kinds, 'j') THEN 'ruling'
        WHEN contains(opening.kinds, 'g') THEN 'gap'
        WHEN contains(opening.kinds, '?') THEN 'unknown kind'
    END AS reason
FROM headed
