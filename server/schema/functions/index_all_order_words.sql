-- Adds missing search words of all orders after a bulk load without triggers.
CREATE OR REPLACE FUNCTION index_all_order_words() RETURNS void LANGUAGE sql AS $$
  INSERT INTO order_words (location_id, word, created_at, order_id)
  SELECT o.location_id, words_of(o.customer_name || ' ' || c.first_name || ' ' || c.last_name), o.created_at, o.id
  FROM orders o JOIN customers c ON c.id = o.customer_id
  ORDER BY 1, 2, 3, 4 ON CONFLICT DO NOTHING;
  INSERT INTO name_words (word) SELECT DISTINCT word FROM order_words
  WHERE NOT EXISTS (SELECT FROM name_words known WHERE known.word = order_words.word);
$$;
REVOKE ALL ON FUNCTION index_all_order_words FROM aisle_all, aisle_located;
