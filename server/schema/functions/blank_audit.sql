-- Blanks the before and after values of audit entries about an erased person's records and deletes their salts. All
-- other fields remain. Returns the number of blanked entries.
CREATE OR REPLACE FUNCTION blank_audit(about text, records uuid[]) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  blanked bigint;
BEGIN
  PERFORM set_config('app.erasing', 'on', true);
  WITH emptied AS (
    UPDATE audit_entries SET before = NULL, after = NULL
    WHERE resource = about AND record_id = ANY (records) AND (before IS NOT NULL OR after IS NOT NULL) RETURNING id),
  unsalted AS (DELETE FROM audit_salts s USING emptied e WHERE s.entry_id = e.id)
  SELECT count(*) INTO blanked FROM emptied;
  PERFORM set_config('app.erasing', '', true);
  RETURN blanked;
END $$;
REVOKE ALL ON FUNCTION blank_audit FROM aisle_located;
