-- Checks new entries and lines of claims: together they are the amount of the claim, and the entries are those of its
-- vendor. Nothing is ever added to an older claim.
CREATE OR REPLACE FUNCTION check_vendor_claim_parts() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT claim_id FROM added) a JOIN vendor_claims c ON c.id = a.claim_id
    CROSS JOIN LATERAL (SELECT count(*) AS entries, sum(e.amount) AS amount
      FROM vendor_claim_entries x JOIN ledger_entries e USING (location_id, journal_id, position)
      WHERE x.claim_id = c.id AND e.vendor_id = c.vendor_id AND e.account = 'vendorClaims' AND e.part <> 'payment') entered
    CROSS JOIN LATERAL (SELECT count(*) FROM vendor_claim_entries x WHERE x.claim_id = c.id) taken
    CROSS JOIN LATERAL (SELECT sum(n.amount) AS amount FROM vendor_claim_lines n WHERE n.claim_id = c.id) listed
    WHERE (entered.entries, entered.amount, taken.count) IS DISTINCT FROM (c.entries::bigint, c.amount::numeric, c.entries::bigint)
      OR listed.amount <> c.amount
  ) THEN
    RAISE EXCEPTION 'a claim is the sum of its entries and of its lines'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'vendor_claims_sums';
  END IF;
  RETURN NULL;
END $$;

-- Runs at the end of the SQL statement: one statement writes a claim with its entries, a second one writes its lines.
CREATE TRIGGER check_vendor_claim_parts AFTER INSERT ON vendor_claim_entries
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_vendor_claim_parts();
CREATE TRIGGER check_vendor_claim_parts AFTER INSERT ON vendor_claim_lines
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_vendor_claim_parts();
