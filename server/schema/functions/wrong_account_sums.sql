-- Returns the account sums of a set of books that differ from its ledger entries.
CREATE OR REPLACE FUNCTION wrong_account_sums(place uuid)
RETURNS TABLE (location_id uuid, account text, day date, debits bigint, credits bigint, entry_debits bigint,
  entry_credits bigint) LANGUAGE sql STABLE AS $$
  WITH posted AS (
    SELECT e.account, (e.posted_at AT TIME ZONE b.time_zone)::date AS day,
      coalesce(sum(e.amount) FILTER (WHERE e.amount > 0), 0) AS debits,
      coalesce(-sum(e.amount) FILTER (WHERE e.amount < 0), 0) AS credits
    FROM sets_of_books b JOIN account_sums_until u ON u.location_id = b.id
    JOIN ledger_entries e ON e.location_id = b.id AND e.posted_at < u.until
    WHERE b.id = place GROUP BY 1, 2
  ), totals AS (
    SELECT p.account, p.day, sum(p.debits) OVER by_day AS debits, sum(p.credits) OVER by_day AS credits FROM posted p
    WINDOW by_day AS (PARTITION BY p.account ORDER BY p.day)
  )
  SELECT place, account, day, kept.debits, kept.credits, t.debits::bigint, t.credits::bigint
  FROM totals t FULL JOIN (SELECT s.account, s.day, s.debits, s.credits FROM account_sums s WHERE s.location_id = place) kept
    USING (account, day)
  WHERE (kept.debits, kept.credits) IS DISTINCT FROM (t.debits, t.credits)
$$;
