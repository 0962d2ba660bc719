-- Checks at commit that the ledger holds the amount of a payout and the amount of its void.
CREATE OR REPLACE FUNCTION check_payout_posted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM check_payable_cause(NEW.location_id, 'payout', NEW.id, -NEW.amount);
  IF NEW.void_id IS NOT NULL THEN
    PERFORM check_payable_cause(NEW.location_id, 'payout', NEW.void_id, NEW.amount);
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER check_payout_posted AFTER INSERT OR UPDATE ON payouts
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_payout_posted();
