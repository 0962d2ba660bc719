-- Adds the words of new and renamed products, sub-products and brands to the search words of the catalog. Products and
-- sub-products have two triggers each: an import adds 1,000 rows in one statement, and indexing them row by row takes more
-- than twice as long.
CREATE OR REPLACE FUNCTION index_catalog_words() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_LEVEL = 'STATEMENT' THEN
    INSERT INTO catalogue_words (word)
    SELECT DISTINCT found.word FROM added, words_in(added.name) AS found (word)
    WHERE NOT EXISTS (SELECT FROM catalogue_words existing WHERE existing.word = found.word);
  ELSIF TG_OP = 'INSERT' OR OLD.name IS DISTINCT FROM NEW.name THEN
    INSERT INTO catalogue_words (word)
    SELECT DISTINCT found.word FROM words_in(NEW.name) AS found (word)
    WHERE NOT EXISTS (SELECT FROM catalogue_words existing WHERE existing.word = found.word);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER search_words AFTER INSERT OR UPDATE OF name ON brands FOR EACH ROW EXECUTE FUNCTION index_catalog_words();
CREATE TRIGGER search_words AFTER INSERT ON products REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION index_catalog_words();
CREATE TRIGGER search_words_of_new_name AFTER UPDATE OF name ON products FOR EACH ROW
WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION index_catalog_words();
CREATE TRIGGER search_words AFTER INSERT ON sub_products REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION index_catalog_words();
CREATE TRIGGER search_words_of_new_name AFTER UPDATE OF name ON sub_products FOR EACH ROW
WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION index_catalog_words();
