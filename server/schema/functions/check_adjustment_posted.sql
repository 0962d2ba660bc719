-- Checks at commit that the ledger holds the amount of a new adjustment.
CREATE OR REPLACE FUNCTION check_adjustment_posted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM check_payable_cause(NEW.location_id, 'correction', NEW.id, NEW.amount);
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER check_adjustment_posted AFTER INSERT ON adjustments
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_adjustment_posted();
