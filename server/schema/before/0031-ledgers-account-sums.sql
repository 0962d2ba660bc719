-- Sums of the ledger, for the books: what was debited and credited of each account at a location from the first entry to
-- the end of a day. A balance of any day is then one row, and a period the difference of two.
--
-- A job adds entries up to a moment before which nothing is posted any more; what came later is read from the ledger. So
-- the sums are exact at any time, and posting does nothing for them.

CREATE TABLE account_sums (
  location_id uuid NOT NULL REFERENCES locations,
  account text NOT NULL,
  -- In the location's time zone; the sums hold until the next day that has a row.
  day date NOT NULL,
  debits bigint NOT NULL,
  credits bigint NOT NULL,
  PRIMARY KEY (location_id, account, day)
);
SELECT keep_to_locations('account_sums');

-- Up to when a location's entries are summed; without a row, none is.
CREATE TABLE account_sums_until (
  location_id uuid PRIMARY KEY REFERENCES locations,
  until timestamptz NOT NULL
);
SELECT keep_to_locations('account_sums_until');

-- Only the functions below write them.
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON account_sums, account_sums_until FROM aisle_all, aisle_located;

-- All accounts, so that the entries of a location since a moment are found by their index. The same as in the contract; a
-- test compares them.
CREATE FUNCTION ledger_accounts() RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY['customerPayments', 'locationPayable', 'commissionIncome', 'deliveryIncome', 'taxPayable', 'refunds',
    'coinsLiability', 'discounts', 'payouts', 'adjustments', 'subscriptionIncome', 'coinsExpired']
$$;

CREATE INDEX journals_by_time ON journals (location_id, posted_at, id);
-- A delivered order adds nothing to this one.
CREATE INDEX journals_not_sales ON journals (location_id, kind, posted_at, id) WHERE kind <> 'sale';

-- Adds a location's entries up to a moment; nothing may still be posted before it.
CREATE FUNCTION sum_accounts(place uuid, upto timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  since timestamptz;
BEGIN
  INSERT INTO account_sums_until VALUES (place, '-infinity') ON CONFLICT DO NOTHING;
  SELECT until INTO since FROM account_sums_until WHERE location_id = place FOR UPDATE;
  IF since >= upto THEN RETURN; END IF;
  WITH fresh AS (
    SELECT e.account, (e.posted_at AT TIME ZONE l.time_zone)::date AS day,
      coalesce(sum(e.amount) FILTER (WHERE e.amount > 0), 0) AS debits,
      coalesce(-sum(e.amount) FILTER (WHERE e.amount < 0), 0) AS credits
    FROM locations l JOIN ledger_entries e ON e.location_id = l.id AND e.account = ANY (ledger_accounts())
      AND e.posted_at >= since AND e.posted_at < upto
    WHERE l.id = place
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
REVOKE EXECUTE ON FUNCTION sum_accounts FROM aisle_located;

-- Where the sums of a location differ from its entries.
CREATE FUNCTION wrong_account_sums(place uuid)
RETURNS TABLE (location_id uuid, account text, day date, debits bigint, credits bigint, entry_debits bigint,
  entry_credits bigint) LANGUAGE sql STABLE AS $$
  WITH posted AS (
    SELECT e.account, (e.posted_at AT TIME ZONE l.time_zone)::date AS day,
      coalesce(sum(e.amount) FILTER (WHERE e.amount > 0), 0) AS debits,
      coalesce(-sum(e.amount) FILTER (WHERE e.amount < 0), 0) AS credits
    FROM locations l JOIN account_sums_until u ON u.location_id = l.id
    JOIN ledger_entries e ON e.location_id = l.id AND e.posted_at < u.until
    WHERE l.id = place GROUP BY 1, 2
  ), totals AS (
    SELECT p.account, p.day, sum(p.debits) OVER by_day AS debits, sum(p.credits) OVER by_day AS credits FROM posted p
    WINDOW by_day AS (PARTITION BY p.account ORDER BY p.day)
  )
  SELECT place, account, day, kept.debits, kept.credits, t.debits::bigint, t.credits::bigint
  FROM totals t FULL JOIN (SELECT s.account, s.day, s.debits, s.credits FROM account_sums s WHERE s.location_id = place) kept
    USING (account, day)
  WHERE (kept.debits, kept.credits) IS DISTINCT FROM (t.debits, t.credits)
$$;

-- The sums of a location begin again: entries are read from the ledger until the job has added them.
CREATE FUNCTION forget_account_sums(place uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM account_sums_until WHERE location_id = place FOR UPDATE;
  DELETE FROM account_sums WHERE location_id = place;
  DELETE FROM account_sums_until WHERE location_id = place;
END $$;
REVOKE EXECUTE ON FUNCTION forget_account_sums FROM aisle_located;

-- In another time zone, entries belong to other days.
CREATE FUNCTION forget_account_sums_of_zone() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM forget_account_sums(NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER forget_account_sums AFTER UPDATE OF time_zone ON locations
FOR EACH ROW WHEN (NEW.time_zone <> OLD.time_zone) EXECUTE FUNCTION forget_account_sums_of_zone();

-- What was posted long before this: nothing of that time is still open.
SELECT sum_accounts(id, now() - interval '1 day') FROM locations;
