-- Adds search words of a new order: the name on the order, the store's name for the customer and, hidden from stores,
-- the marketplace's name. Moves the words if the order's creation time changes.
CREATE OR REPLACE FUNCTION index_order_words() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  -- The name on the order and the store's name for the customer.
  visible_names text;
  -- The marketplace's name for the customer, if the order has another one.
  hidden_name text;
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.created_at = NEW.created_at THEN RETURN NULL; END IF;
  SELECT concat_ws(' ', NEW.customer_name, cl.first_name, cl.last_name),
    nullif(c.first_name || ' ' || c.last_name, NEW.customer_name) INTO visible_names, hidden_name
  FROM customers c LEFT JOIN customer_locations cl ON cl.customer_id = c.id AND cl.location_id = NEW.location_id
  WHERE c.id = NEW.customer_id;
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM order_words WHERE location_id = NEW.location_id AND created_at = OLD.created_at AND order_id = NEW.id
      AND word IN (SELECT words_of(concat_ws(' ', visible_names, hidden_name)));
  END IF;
  WITH indexed AS (
    INSERT INTO order_words (location_id, word, created_at, order_id, is_hidden)
    SELECT NEW.location_id, part.word, NEW.created_at, NEW.id, bool_and(part.is_hidden)
    FROM (SELECT word, false FROM words_of(visible_names) AS word
        UNION ALL SELECT word, true FROM words_of(hidden_name) AS word) AS part (word, is_hidden)
    GROUP BY part.word
    ON CONFLICT (location_id, word, created_at, order_id) DO UPDATE SET is_hidden = false
    WHERE order_words.is_hidden AND NOT excluded.is_hidden
    RETURNING word
  )
  INSERT INTO name_words (word) SELECT indexed.word FROM indexed
  WHERE NOT EXISTS (SELECT FROM name_words WHERE name_words.word = indexed.word);
  RETURN NULL;
END $$;

CREATE TRIGGER search_words AFTER INSERT OR UPDATE OF created_at ON orders FOR EACH ROW
EXECUTE FUNCTION index_order_words();
