-- Adds a row to payable_entries for each new ledger entry of locationPayable. Entries of payouts and voids belong to
-- their statement from the start.
CREATE OR REPLACE FUNCTION add_payable_entries() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO payable_entries (location_id, journal_id, position, posted_at, amount, section, statement_id)
  SELECT e.location_id, e.journal_id, e.position, e.posted_at, -e.amount, payable_section(j.kind, e.part),
    CASE WHEN j.kind = 'payout' THEN (
      SELECT p.statement_id FROM payouts p WHERE p.location_id = j.location_id AND p.id = j.cause_id
      UNION ALL
      SELECT p.statement_id FROM payouts p WHERE p.location_id = j.location_id AND p.void_id = j.cause_id) END
  FROM added e JOIN journals j ON j.location_id = e.location_id AND j.id = e.journal_id
  WHERE e.account = 'locationPayable';
  RETURN NULL;
END $$;

CREATE TRIGGER add_payable_entries AFTER INSERT ON ledger_entries
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_payable_entries();
