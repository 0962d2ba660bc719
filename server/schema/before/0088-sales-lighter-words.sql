-- A new order notes its words by one statement: they were split three times, and looked up in the index three times.
DROP FUNCTION note_words_of_order(orders);
CREATE OR REPLACE FUNCTION note_order_words() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  -- The name on the order and the one that the location knows; the customer's own, where that is another.
  known text;
  called text;
BEGIN
  SELECT concat_ws(' ', NEW.customer_name, cl.first_name, cl.last_name),
    nullif(c.first_name || ' ' || c.last_name, NEW.customer_name) INTO known, called
  FROM customers c LEFT JOIN customer_locations cl ON cl.customer_id = c.id AND cl.location_id = NEW.location_id
  WHERE c.id = NEW.customer_id;
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM order_words WHERE location_id = NEW.location_id AND created_at = OLD.created_at AND order_id = NEW.id
      AND word IN (SELECT words_of(concat_ws(' ', known, called)));
  END IF;
  WITH noted AS (
    INSERT INTO order_words (location_id, word, created_at, order_id, is_hidden)
    SELECT NEW.location_id, part.word, NEW.created_at, NEW.id, bool_and(part.is_hidden)
    FROM (SELECT word, false FROM words_of(known) AS word UNION ALL SELECT word, true FROM words_of(called) AS word)
      AS part (word, is_hidden)
    GROUP BY part.word
    ON CONFLICT (location_id, word, created_at, order_id) DO UPDATE SET is_hidden = false
    WHERE order_words.is_hidden AND NOT excluded.is_hidden
    RETURNING word
  )
  INSERT INTO name_words (word) SELECT noted.word FROM noted
  WHERE NOT EXISTS (SELECT FROM name_words WHERE name_words.word = noted.word);
  RETURN NULL;
END $$;
