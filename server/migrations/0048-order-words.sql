-- Orders by each word of the name on them and of the name that whoever ordered bears now, the newest first: of a
-- family name that thousands share a page is read where it stands, not looked for among all orders. Written once,
-- with the order; its later steps leave it alone.
CREATE TABLE order_words (
  location_id uuid NOT NULL,
  word text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL,
  order_id uuid NOT NULL,
  PRIMARY KEY (location_id, word, created_at, order_id)
);
SELECT keep_to_locations('order_words');
REVOKE INSERT, UPDATE, DELETE ON order_words FROM aisle_all, aisle_located;
ALTER TABLE order_words SET (autovacuum_vacuum_insert_scale_factor = 0.02);

-- Not unique: two who bring the same new word at once need not wait for each other, and twice does no harm.
ALTER TABLE name_words DROP CONSTRAINT name_words_pkey;
CREATE INDEX name_words_by_word ON name_words (word);

CREATE FUNCTION words_of(name text) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT DISTINCT word COLLATE "C" FROM string_to_table(lower(name), ' ') AS word WHERE word <> ''
$$;

CREATE FUNCTION note_order_words() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  words text[] := ARRAY(SELECT words_of(NEW.customer_name || ' ' || c.first_name || ' ' || c.last_name)
    FROM customers c WHERE c.id = NEW.customer_id);
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM order_words WHERE location_id = NEW.location_id AND word = ANY (words)
      AND created_at = OLD.created_at AND order_id = NEW.id;
  END IF;
  INSERT INTO name_words (word) SELECT part FROM unnest(words) AS part
  WHERE NOT EXISTS (SELECT FROM name_words WHERE word = part COLLATE "C");
  INSERT INTO order_words (location_id, word, created_at, order_id)
  SELECT NEW.location_id, part, NEW.created_at, NEW.id FROM unnest(words) AS part ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER note_words AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION note_order_words();
CREATE TRIGGER note_age AFTER UPDATE OF created_at ON orders FOR EACH ROW
WHEN (OLD.created_at IS DISTINCT FROM NEW.created_at) EXECUTE FUNCTION note_order_words();

CREATE OR REPLACE FUNCTION note_customer_name() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  called text := NEW.first_name || ' ' || NEW.last_name;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM customer_names_at WHERE customer_id = NEW.id;
    DELETE FROM customer_names WHERE customer_id = NEW.id;
    -- What the orders were found by until now stays: it is what stands on them.
    INSERT INTO order_words (location_id, word, created_at, order_id)
    SELECT o.location_id, part, o.created_at, o.id FROM orders o, words_of(called) AS part
    WHERE o.customer_id = NEW.id
    ON CONFLICT DO NOTHING;
  END IF;
  INSERT INTO name_words (word) SELECT part FROM words_of(called) AS part
  WHERE NOT EXISTS (SELECT FROM name_words WHERE word = part COLLATE "C");
  INSERT INTO customer_names (name, customer_id) SELECT ending, NEW.id FROM name_endings(called) AS ending
  ON CONFLICT DO NOTHING;
  -- Where somebody is known may have been written before who they are.
  INSERT INTO customer_names_at (location_id, name, customer_id)
  SELECT place.location_id, ending, NEW.id FROM customer_locations place, name_endings(called) AS ending
  WHERE place.customer_id = NEW.id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE FUNCTION note_all_order_words() RETURNS void LANGUAGE sql AS $$
  INSERT INTO order_words (location_id, word, created_at, order_id)
  SELECT o.location_id, words_of(o.customer_name || ' ' || c.first_name || ' ' || c.last_name), o.created_at, o.id
  FROM orders o JOIN customers c ON c.id = o.customer_id
  ORDER BY 1, 2, 3, 4 ON CONFLICT DO NOTHING;
  INSERT INTO name_words (word) SELECT DISTINCT word FROM order_words
  WHERE NOT EXISTS (SELECT FROM name_words known WHERE known.word = order_words.word);
$$;
REVOKE EXECUTE ON FUNCTION note_all_order_words() FROM aisle_all, aisle_located;
SELECT note_all_order_words();
CREATE INDEX order_words_by_age ON order_words (word, created_at DESC, order_id DESC) INCLUDE (location_id);

-- The words of names that hold what was typed; null where they are more than `most`.
CREATE FUNCTION words_holding(typed text, most integer) RETURNS text[]
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  held text[] := ARRAY(SELECT DISTINCT word FROM name_words
    WHERE word LIKE '%' || replace(replace(replace(lower(typed), '\', '\\'), '%', '\%'), '_', '\_') || '%' LIMIT most + 1);
BEGIN
  RETURN CASE WHEN cardinality(held) <= most THEN held END;
END $$;
