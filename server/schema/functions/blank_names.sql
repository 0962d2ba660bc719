-- Removes the names of erased customers from the search indexes. A word remains if other names or orders contain it.
CREATE OR REPLACE FUNCTION blank_names(persons uuid[], former text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  known text[] := ARRAY(
    SELECT DISTINCT part COLLATE "C" FROM (
      SELECT first_name || ' ' || last_name FROM customers WHERE id = ANY (persons)
      UNION SELECT customer_name FROM orders WHERE customer_id = ANY (persons)
      UNION SELECT unnest(former)) AS called (name), words_of(called.name) AS part);
BEGIN
  DELETE FROM customer_names_at WHERE customer_id = ANY (persons);
  DELETE FROM customer_names WHERE customer_id = ANY (persons);
  DELETE FROM order_words w USING orders o
  WHERE o.customer_id = ANY (persons) AND w.location_id = o.location_id AND w.word = ANY (known)
    AND w.created_at = o.created_at AND w.order_id = o.id;
  DELETE FROM name_words n WHERE n.word = ANY (known)
    AND NOT EXISTS (SELECT FROM customer_names c WHERE c.name >= n.word AND c.name < n.word || '!')
    AND NOT EXISTS (SELECT FROM order_words w WHERE w.word = n.word);
END $$;
REVOKE ALL ON FUNCTION blank_names FROM aisle_located;
