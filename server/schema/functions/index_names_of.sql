-- Rebuilds the search keys of a customer's names, including names of merged customers. Adds the words to the customer's
-- orders as hidden words, which only the marketplace finds.
CREATE OR REPLACE FUNCTION index_names_of(customer uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  called text[] := ARRAY(SELECT first_name || ' ' || last_name FROM customers
    WHERE (id = customer AND merged_into IS NULL OR merged_into = customer) AND erased_at IS NULL);
BEGIN
  DELETE FROM customer_names_at WHERE customer_id = customer;
  DELETE FROM customer_names WHERE customer_id = customer;
  -- Keeps the previous words, since orders still contain the previous name.
  INSERT INTO order_words (location_id, word, created_at, order_id, is_hidden)
  SELECT o.location_id, part, o.created_at, o.id, true FROM orders o, unnest(called) AS name, words_of(name) AS part
  WHERE o.customer_id = customer
  ON CONFLICT DO NOTHING;
  INSERT INTO name_words (word) SELECT DISTINCT part COLLATE "C" FROM unnest(called) AS name, words_of(name) AS part
  WHERE NOT EXISTS (SELECT FROM name_words WHERE word = part COLLATE "C");
  INSERT INTO customer_names (name, customer_id)
  SELECT key, customer FROM unnest(called) AS name, name_keys(name) AS key ON CONFLICT DO NOTHING;
  INSERT INTO customer_names_at (location_id, name, customer_id)
  SELECT place.location_id, key, customer FROM customer_locations place,
    unnest(array_append(place.other_names, place.first_name || ' ' || place.last_name)) AS name, name_keys(name) AS key
  WHERE place.customer_id = customer
  ON CONFLICT DO NOTHING;
END $$;
REVOKE ALL ON FUNCTION index_names_of FROM aisle_located;
