-- Rejects the deletion of a statement unless it is the latest of its location and its entries have been released. A
-- foreign key protects statements with payouts.
CREATE OR REPLACE FUNCTION check_statement_discard() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM statements WHERE location_id = OLD.location_id AND number > OLD.number) THEN
    RAISE EXCEPTION 'only the latest statement can be discarded'
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'statements_latest';
  END IF;
  IF EXISTS (SELECT FROM payable_entries WHERE location_id = OLD.location_id AND statement_id = OLD.id) THEN
    RAISE EXCEPTION 'a statement with entries cannot be removed'
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'statements_sums';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER check_statement_discard AFTER DELETE ON statements
FOR EACH ROW EXECUTE FUNCTION check_statement_discard();
