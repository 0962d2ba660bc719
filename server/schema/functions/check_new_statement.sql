-- Rejects a new statement that is already paid. Also rejects one that does not take over the total of the previous
-- statement, if that was carried forward, or that takes over any other amount.
CREATE OR REPLACE FUNCTION check_new_statement() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  latest record;
BEGIN
  SELECT id, status, total INTO latest FROM statements
  WHERE location_id = NEW.location_id ORDER BY number DESC LIMIT 1;
  IF NEW.status = 'paid' THEN
    RAISE EXCEPTION 'a new statement is not paid' USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.carried_from, NEW.carried_in) IS DISTINCT FROM
    (CASE latest.status WHEN 'carried' THEN latest.id END, CASE latest.status WHEN 'carried' THEN latest.total ELSE 0 END) THEN
    RAISE EXCEPTION 'a statement takes in the total that was carried before it'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'statements_carried_in';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER check_new_statement BEFORE INSERT ON statements
FOR EACH ROW EXECUTE FUNCTION check_new_statement();
