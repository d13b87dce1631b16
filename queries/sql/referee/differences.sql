-- A row for each value for which the archive has another, and one a reason with how many matches
-- were judged or why they were not.
WITH deals_compared AS (
    SELECT m.id, f.record, f.deal, [
        {'name': 'dealer', 'stored': d.dealer::VARCHAR, 'found': f.dealer::VARCHAR},
        {'name': 'void', 'stored': d.void::VARCHAR, 'found': f.void::VARCHAR},
        {'name': 'changes', 'stored': d.changes::VARCHAR, 'found': f.changes::VARCHAR},
        {'name': 'lowest', 'stored': d.lowest, 'found': f.lowest::VARCHAR},
        {'name': 'pot', 'stored': d.pot::VARCHAR, 'found': f.pot::VARCHAR},
        {'name': 'trump', 'stored': d.trump, 'found': f.trump::VARCHAR},
        {'name': 'high', 'stored': d.high::VARCHAR, 'found': f.high::VARCHAR},
        {'name': 'low', 'stored': d.low::VARCHAR, 'found': f.low::VARCHAR},
        {'name': 'jack', 'stored': d.jack::VARCHAR, 'found': f.jack::VARCHAR},
        {'name': 'game_point', 'stored': d.game_point::VARCHAR, 'found': f.game_point::VARCHAR},
        {'name': 'nine', 'stored': d.nine::VARCHAR, 'found': f.nine::VARCHAR},
        {'name': 'pips', 'stored': d.pips::VARCHAR, 'found': f.pips::VARCHAR},
        {'name': 'bidder', 'stored': d.bidder::VARCHAR, 'found': f.bidder::VARCHAR},
        {'name': 'bid', 'stored': d.bid::VARCHAR, 'found': f.bid::VARCHAR},
        {'name': 'made', 'stored': d.made::VARCHAR, 'found': f.made::VARCHAR}
    ] AS told
    FROM found_deals f JOIN found_matches m USING (record) JOIN deals d USING (record, deal)
    WHERE d.game = $game AND d.record BETWEEN $first AND $last AND m.reason IS NULL
        AND row(d.dealer, d.void, d.changes, d.lowest, d.pot, d.trump, d.high, d.low, d.jack,
            d.game_point, d.nine, d.pips, d.bidder, d.bid, d.made)
        IS DISTINCT FROM row(f.dealer, f.void, f.changes, f.lowest, f.pot, f.trump, f.high, f.low,
            f.jack, f.game_point, f.nine, f.pips, f.bidder, f.bid, f.made)
), matches_compared AS (
    SELECT m.id, m.record, NULL AS deal, [
        {'name': 'status', 'stored': g.status, 'found': m.status},
        {'name': 'winners', 'stored': g.winners::VARCHAR, 'found': m.winners::VARCHAR},
        {'name': 'final', 'stored': g.final::VARCHAR, 'found': m.final::VARCHAR}
    ] AS told
    FROM found_matches m JOIN games g USING (record)
    WHERE g.game = $game AND m.reason IS NULL
        AND row(g.status, g.winners, g.final) IS DISTINCT FROM row(m.status, m.winners, m.final)
), faults_found AS (
    SELECT m.id, m.record, f.deal,
        [{'name': 'status', 'stored': g.status, 'found': 'illegal: ' || fault}] AS told
    FROM faults f JOIN found_matches m USING (record) JOIN games g USING (record)
    WHERE g.game = $game AND fault IS NOT NULL AND m.reason IS NULL
), each_value AS (
    SELECT id, record, deal, unnest(told) AS value
    FROM (FROM deals_compared UNION ALL FROM matches_compared UNION ALL FROM faults_found)
)
SELECT id, record, deal, value.name AS name, value.stored AS stored, value.found AS found,
    NULL AS matches
FROM each_value
WHERE value.stored IS DISTINCT FROM value.found
UNION ALL
SELECT NULL, NULL, NULL, reason, NULL, NULL, count(*)
FROM found_matches
GROUP BY reason
