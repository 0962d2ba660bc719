-- Announces new journals once per location and statement, since a coin expiration posts many at once.
CREATE OR REPLACE FUNCTION announce_journals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce('books', 'posted', NULL, location_id, 'statement_all_view')
  FROM (SELECT DISTINCT location_id FROM posted) AS places;
  RETURN NULL;
END $$;

CREATE TRIGGER announce_journals AFTER INSERT ON journals REFERENCING NEW TABLE AS posted
FOR EACH STATEMENT EXECUTE FUNCTION announce_journals();
