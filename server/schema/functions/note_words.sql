-- Adds the words of new products, sub-products and brands to the search words of the catalog.
CREATE OR REPLACE FUNCTION note_words() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO catalogue_words (word)
  SELECT DISTINCT found.word FROM named, words_in(named.name) AS found (word)
  WHERE NOT EXISTS (SELECT FROM catalogue_words known WHERE known.word = found.word);
  RETURN NULL;
END $$;

CREATE TRIGGER note_words AFTER INSERT ON products REFERENCING NEW TABLE AS named FOR EACH STATEMENT EXECUTE FUNCTION note_words();
CREATE TRIGGER note_words AFTER INSERT ON sub_products REFERENCING NEW TABLE AS named FOR EACH STATEMENT EXECUTE FUNCTION note_words();
CREATE TRIGGER note_words AFTER INSERT ON brands REFERENCING NEW TABLE AS named FOR EACH STATEMENT EXECUTE FUNCTION note_words();
