-- Checks at commit that a claim has its entries and lines, that the ledger holds exactly the amount of a settled one, and
-- that a settled one is never changed.
CREATE OR REPLACE FUNCTION check_vendor_claim() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  paid bigint := (SELECT coalesce(-sum(e.amount), 0) FROM journals j
    JOIN ledger_entries e ON e.location_id = j.location_id AND e.journal_id = j.id
    WHERE j.location_id IN (SELECT x.location_id FROM vendor_claim_entries x WHERE x.claim_id = NEW.id)
      AND j.kind = 'vendorPayment' AND j.cause_id = NEW.id AND e.account = 'vendorClaims' AND e.vendor_id = NEW.vendor_id);
BEGIN
  -- A claim can be created and settled in one transaction, so that NEW is outdated.
  IF TG_OP = 'UPDATE' AND OLD.settled_at IS NOT NULL
    OR paid <> (SELECT c.amount * (c.settled_at IS NOT NULL)::integer FROM vendor_claims c WHERE c.id = NEW.id) THEN
    RAISE EXCEPTION 'a claim is settled once, with its amount'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'vendor_claims_paid';
  END IF;
  IF NOT EXISTS (SELECT FROM vendor_claim_entries x WHERE x.claim_id = NEW.id)
    OR NOT EXISTS (SELECT FROM vendor_claim_lines n WHERE n.claim_id = NEW.id) THEN
    RAISE EXCEPTION 'a claim has entries and lines' USING ERRCODE = 'check_violation', CONSTRAINT = 'vendor_claims_sums';
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER check_vendor_claim AFTER INSERT OR UPDATE ON vendor_claims
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_vendor_claim();
