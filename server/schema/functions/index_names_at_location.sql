-- Replaces the search keys of a customer's names in a location's record and adds their words.
CREATE OR REPLACE FUNCTION index_names_at_location() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (OLD.first_name, OLD.last_name, OLD.other_names) IS NOT DISTINCT FROM
      (NEW.first_name, NEW.last_name, NEW.other_names) THEN
      RETURN NULL;
    END IF;
    DELETE FROM customer_names_at WHERE customer_id = NEW.customer_id AND location_id = NEW.location_id;
  END IF;
  INSERT INTO customer_names_at (location_id, name, customer_id)
  SELECT NEW.location_id, key, NEW.customer_id
  FROM unnest(array_append(NEW.other_names, NEW.first_name || ' ' || NEW.last_name)) AS full_name,
    name_keys(full_name) AS key
  ON CONFLICT DO NOTHING;
  INSERT INTO name_words (word)
  SELECT part FROM words_of(NEW.first_name || ' ' || NEW.last_name) AS part
  WHERE NOT EXISTS (SELECT FROM name_words WHERE word = part COLLATE "C");
  RETURN NULL;
END $$;

CREATE TRIGGER search_words AFTER INSERT OR UPDATE OF first_name, last_name, other_names ON customer_locations
FOR EACH ROW EXECUTE FUNCTION index_names_at_location();
