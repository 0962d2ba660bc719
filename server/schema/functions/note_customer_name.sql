-- Adds the search keys of a new customer's name and fills store records that were inserted before the customer. After a
-- rename, rebuilds the search keys.
CREATE OR REPLACE FUNCTION note_customer_name() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  called text := NEW.first_name || ' ' || NEW.last_name;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM note_names_of(coalesce(NEW.merged_into, NEW.id));
    RETURN NULL;
  END IF;
  INSERT INTO name_words (word) SELECT part FROM words_of(called) AS part
  WHERE NOT EXISTS (SELECT FROM name_words WHERE word = part COLLATE "C");
  INSERT INTO customer_names (name, customer_id) SELECT key, NEW.id FROM name_keys(called) AS key
  ON CONFLICT DO NOTHING;
  -- The customer's locations may have been inserted before the customer.
  UPDATE customer_locations cl SET first_name = k.first_name, last_name = k.last_name, phone = k.phone,
    phone_digits = k.phone_digits, email = CASE WHEN cl.is_origin THEN k.email END
  FROM known_there(NEW.id, NEW.id, true) AS k WHERE cl.customer_id = NEW.id AND cl.first_name IS NULL;
  RETURN NULL;
END $$;

CREATE TRIGGER note_name AFTER INSERT ON customers FOR EACH ROW EXECUTE FUNCTION note_customer_name();
CREATE TRIGGER note_new_name AFTER UPDATE OF first_name, last_name ON customers FOR EACH ROW
WHEN (OLD.first_name IS DISTINCT FROM NEW.first_name OR OLD.last_name IS DISTINCT FROM NEW.last_name)
EXECUTE FUNCTION note_customer_name();
