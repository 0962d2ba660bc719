-- Checks that location_id refers to a location or to the books of the marketplace. It replaces a foreign key, since the
-- marketplace is not a location.
CREATE OR REPLACE FUNCTION check_set_of_books() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.location_id = marketplace_books() THEN RETURN NULL; END IF;
  PERFORM FROM locations WHERE id = NEW.location_id FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'location % does not exist', NEW.location_id
      USING ERRCODE = 'foreign_key_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_TABLE_NAME || '_location_id_fkey';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER check_set_of_books AFTER INSERT OR UPDATE OF location_id ON journals
FOR EACH ROW EXECUTE FUNCTION check_set_of_books();
CREATE TRIGGER check_set_of_books AFTER INSERT OR UPDATE OF location_id ON account_sums
FOR EACH ROW EXECUTE FUNCTION check_set_of_books();
CREATE TRIGGER check_set_of_books AFTER INSERT OR UPDATE OF location_id ON account_sums_until
FOR EACH ROW EXECUTE FUNCTION check_set_of_books();
