-- Rejects a commit if the entries of a journal do not sum to zero.
CREATE OR REPLACE FUNCTION check_journal_balance() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF (SELECT sum(amount) FROM ledger_entries e
      WHERE e.location_id = NEW.location_id AND e.journal_id = NEW.journal_id) <> 0 THEN
    RAISE EXCEPTION 'journal % does not sum to zero', NEW.journal_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

-- Deferred to the commit, when all entries of a journal have been written.
CREATE CONSTRAINT TRIGGER check_journal_balance AFTER INSERT ON ledger_entries
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_journal_balance();
