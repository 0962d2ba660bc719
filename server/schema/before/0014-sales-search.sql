-- The order search: orders by the words of their names, and the fallbacks when the input may not be a name.

-- Orders by each word of the name on them and of the customer's current name, the newest first: a page of a common
-- family name is one range of the index. Written once, with the order; later steps do not update it.
CREATE TABLE order_words (
  location_id uuid NOT NULL,
  word text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL,
  order_id uuid NOT NULL,
  PRIMARY KEY (location_id, word, created_at, order_id)
) WITH (autovacuum_vacuum_insert_scale_factor = 0.02);
CREATE INDEX order_words_by_age ON order_words (word, created_at DESC, order_id DESC) INCLUDE (location_id);
SELECT keep_to_locations('order_words');
REVOKE INSERT, UPDATE, DELETE ON order_words FROM aisle_all, aisle_located;

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

CREATE FUNCTION note_all_order_words() RETURNS void LANGUAGE sql AS $$
  INSERT INTO order_words (location_id, word, created_at, order_id)
  SELECT o.location_id, words_of(o.customer_name || ' ' || c.first_name || ' ' || c.last_name), o.created_at, o.id
  FROM orders o JOIN customers c ON c.id = o.customer_id
  ORDER BY 1, 2, 3, 4 ON CONFLICT DO NOTHING;
  INSERT INTO name_words (word) SELECT DISTINCT word FROM order_words
  WHERE NOT EXISTS (SELECT FROM name_words known WHERE known.word = order_words.word);
$$;
REVOKE EXECUTE ON FUNCTION note_all_order_words() FROM aisle_all, aisle_located;

-- Functions, as PostgreSQL plans a subquery, opening its tables and indexes, even if it is never executed: that was a
-- fifth of the work of a search by name.

-- Whether the input may be goods: every part of it occurs in a word of the catalog, or it is a barcode or SKU.
CREATE FUNCTION may_be_goods(parts text[], gtin text, typed text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN NOT EXISTS (SELECT FROM unnest(parts) AS part
      WHERE NOT EXISTS (SELECT FROM catalogue_words WHERE word LIKE '%' || part || '%'))
    OR EXISTS (SELECT FROM sub_products WHERE lpad(barcode, 14, '0') = gtin OR lower(sku) = lower(typed));
END $$;

-- Whether more than `most` orders visible to the caller have one of the words as a name.
CREATE FUNCTION borne_by_more(words text[], most integer) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM order_words WHERE word = ANY (words) OFFSET most);
END $$;
