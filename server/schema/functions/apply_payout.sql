-- Marks the statement of a new payout as paid, and reopens the statement when the payout is voided. Rejects every other
-- change of a payout.
CREATE OR REPLACE FUNCTION apply_payout() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE statements SET status = 'paid' WHERE location_id = NEW.location_id AND id = NEW.statement_id
      AND status = 'open' AND total = NEW.amount AND NEW.voided_at IS NULL;
  ELSE
    UPDATE statements SET status = 'open' WHERE location_id = NEW.location_id AND id = NEW.statement_id
      AND status = 'paid' AND OLD.voided_at IS NULL AND NEW.voided_at IS NOT NULL
      AND to_jsonb(NEW) - '{void_id,voided_at,void_reason,voided_by,voided_by_name}'::text[]
        = to_jsonb(OLD) - '{void_id,voided_at,void_reason,voided_by,voided_by_name}'::text[];
  END IF;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'a payout pays the total of an open statement, and is only ever voided'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payouts_settle';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER apply_payout AFTER INSERT OR UPDATE ON payouts
FOR EACH ROW EXECUTE FUNCTION apply_payout();
