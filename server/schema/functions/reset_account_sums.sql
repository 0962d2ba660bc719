-- Deletes the account sums of a location. Reports then read all entries from the ledger until the job has summed them
-- again.
CREATE OR REPLACE FUNCTION reset_account_sums(place uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM account_sums_until WHERE location_id = place FOR UPDATE;
  DELETE FROM account_sums WHERE location_id = place;
  DELETE FROM account_sums_until WHERE location_id = place;
END $$;
REVOKE ALL ON FUNCTION reset_account_sums FROM aisle_located;
