-- Marks the days of new ledger entries. Entries never change.
CREATE OR REPLACE FUNCTION mark_posted_figures() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO figure_marks SELECT DISTINCT location_id, posted_at FROM posted;
  RETURN NULL;
END $$;

CREATE TRIGGER mark_figures AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS posted
FOR EACH STATEMENT EXECUTE FUNCTION mark_posted_figures();
