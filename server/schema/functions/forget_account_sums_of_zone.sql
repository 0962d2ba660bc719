-- Deletes the account sums of a location when its time zone changes, since its days then begin at other times.
CREATE OR REPLACE FUNCTION forget_account_sums_of_zone() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM forget_account_sums(NEW.id);
  RETURN NULL;
END $$;

CREATE TRIGGER forget_account_sums AFTER UPDATE OF time_zone ON locations
FOR EACH ROW WHEN (NEW.time_zone <> OLD.time_zone) EXECUTE FUNCTION forget_account_sums_of_zone();
