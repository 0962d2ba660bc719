-- Fills empty store records of customers and adds missing search keys of names after a bulk load without triggers.
CREATE OR REPLACE FUNCTION index_all_names() RETURNS void LANGUAGE sql AS $$
  UPDATE customer_locations cl SET first_name = k.first_name, last_name = k.last_name, phone = k.phone,
    phone_digits = k.phone_digits, email = k.email
  FROM customer_locations again CROSS JOIN LATERAL customer_at_location(again.customer_id, again.location_id, again.is_origin) AS k
  WHERE again.first_name IS NULL AND again.customer_id = cl.customer_id AND again.location_id = cl.location_id;
  INSERT INTO name_words (word) SELECT DISTINCT word COLLATE "C"
  FROM customers, words_of(first_name || ' ' || last_name) AS word ORDER BY 1 ON CONFLICT DO NOTHING;
  INSERT INTO customer_names (name, customer_id) SELECT key, coalesce(merged_into, id)
  FROM customers, name_keys(first_name || ' ' || last_name) AS key WHERE erased_at IS NULL
  ORDER BY key COLLATE "C", 2 ON CONFLICT DO NOTHING;
  INSERT INTO customer_names_at (location_id, name, customer_id) SELECT location_id, key, customer_id
  FROM customer_locations, unnest(array_append(other_names, first_name || ' ' || last_name)) AS called,
    name_keys(called) AS key ORDER BY 1, key COLLATE "C", 3 ON CONFLICT DO NOTHING;
$$;
REVOKE ALL ON FUNCTION index_all_names FROM aisle_all, aisle_located;
