-- Deletes the account sums of the marketplace when its time zone changes, since its days then begin at other times.
CREATE OR REPLACE FUNCTION forget_account_sums_of_marketplace() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM forget_account_sums(marketplace_books());
  RETURN NULL;
END $$;

CREATE TRIGGER forget_account_sums AFTER UPDATE OF "values" ON settings
FOR EACH ROW WHEN (NEW."values" ->> 'timeZone' IS DISTINCT FROM OLD."values" ->> 'timeZone')
EXECUTE FUNCTION forget_account_sums_of_marketplace();
