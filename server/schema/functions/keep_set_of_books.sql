-- Rejects the deletion of a location that has journals. Deletes the account sums of other deleted locations.
CREATE OR REPLACE FUNCTION keep_set_of_books() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM journals WHERE location_id = OLD.id) THEN
    RAISE EXCEPTION 'location % has journals', OLD.id
      USING ERRCODE = 'foreign_key_violation', TABLE = 'journals', CONSTRAINT = 'journals_location_id_fkey';
  END IF;
  DELETE FROM account_sums WHERE location_id = OLD.id;
  DELETE FROM account_sums_until WHERE location_id = OLD.id;
  RETURN NULL;
END $$;

CREATE TRIGGER keep_set_of_books AFTER DELETE ON locations FOR EACH ROW EXECUTE FUNCTION keep_set_of_books();
