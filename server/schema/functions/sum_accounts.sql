-- Adds the entries of a set of books up to a time to its account sums.
CREATE OR REPLACE FUNCTION sum_accounts(place uuid, upto timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  since timestamptz;
  zone text := CASE place WHEN marketplace_books() THEN marketplace_time_zone()
    ELSE (SELECT time_zone FROM locations WHERE id = place) END;
BEGIN
  INSERT INTO account_sums_until VALUES (place, '-infinity') ON CONFLICT DO NOTHING;
  SELECT until INTO since FROM account_sums_until WHERE location_id = place FOR UPDATE;
  IF since >= upto THEN RETURN; END IF;
  WITH fresh AS (
    SELECT e.account, (e.posted_at AT TIME ZONE zone)::date AS day,
      coalesce(sum(e.amount) FILTER (WHERE e.amount > 0), 0) AS debits,
      coalesce(-sum(e.amount) FILTER (WHERE e.amount < 0), 0) AS credits
    FROM ledger_entries e
    WHERE e.location_id = place AND e.account = ANY (ledger_accounts()) AND e.posted_at >= since AND e.posted_at < upto
    GROUP BY 1, 2
  )
  INSERT INTO account_sums (location_id, account, day, debits, credits)
  SELECT place, f.account, f.day,
    coalesce(before.debits, 0) + sum(f.debits) OVER by_day, coalesce(before.credits, 0) + sum(f.credits) OVER by_day
  FROM fresh f
  LEFT JOIN LATERAL (SELECT s.debits, s.credits FROM account_sums s
    WHERE s.location_id = place AND s.account = f.account ORDER BY s.day DESC LIMIT 1) before ON true
  WINDOW by_day AS (PARTITION BY f.account ORDER BY f.day)
  ON CONFLICT (location_id, account, day) DO UPDATE SET debits = excluded.debits, credits = excluded.credits;
  UPDATE account_sums_until SET until = upto WHERE location_id = place;
END $$;
REVOKE ALL ON FUNCTION sum_accounts FROM aisle_located;
