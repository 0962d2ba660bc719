-- Adds the words of a renamed record to the search words of the catalog.
CREATE OR REPLACE FUNCTION note_new_words() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO catalogue_words (word)
  SELECT DISTINCT found.word FROM words_in(NEW.name) AS found (word)
  WHERE NOT EXISTS (SELECT FROM catalogue_words known WHERE known.word = found.word);
  RETURN NULL;
END $$;

CREATE TRIGGER note_new_words AFTER UPDATE OF name ON products FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name) EXECUTE FUNCTION note_new_words();
CREATE TRIGGER note_new_words AFTER UPDATE OF name ON sub_products FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name) EXECUTE FUNCTION note_new_words();
CREATE TRIGGER note_new_words AFTER UPDATE OF name ON brands FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name) EXECUTE FUNCTION note_new_words();
