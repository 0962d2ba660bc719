-- Rejects edits of a statement. Only its status can change: to paid if it has a payout that is not voided, and
-- otherwise back to open.
CREATE OR REPLACE FUNCTION check_statement_change() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  is_paid boolean := EXISTS (SELECT FROM payouts WHERE location_id = NEW.location_id AND statement_id = NEW.id
    AND voided_at IS NULL);
BEGIN
  IF to_jsonb(NEW) - '{status,version,updated_at}'::text[] <> to_jsonb(OLD) - '{status,version,updated_at}'::text[] THEN
    RAISE EXCEPTION 'a statement is never changed' USING ERRCODE = 'restrict_violation';
  END IF;
  IF NEW.status <> OLD.status AND (OLD.status, NEW.status, is_paid) NOT IN (('open', 'paid', true), ('paid', 'open', false)) THEN
    RAISE EXCEPTION 'the status of a statement follows its payouts'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'statements_paid';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER check_statement_change BEFORE UPDATE ON statements
FOR EACH ROW EXECUTE FUNCTION check_statement_change();
