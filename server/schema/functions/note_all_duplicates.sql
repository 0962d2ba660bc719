-- Finds duplicates among all customers after a bulk load that ran without triggers.
CREATE OR REPLACE FUNCTION note_all_duplicates() RETURNS void LANGUAGE sql AS $$
  INSERT INTO customer_duplicates (one_id, other_id, reasons)
  SELECT a, b, array_agg(DISTINCT reason ORDER BY reason) FROM (
    SELECT x.id, y.id, 'phone' FROM customers x JOIN customers y
      ON phone_key(y.phone_digits) = phone_key(x.phone_digits) AND x.id < y.id
    UNION ALL
    SELECT x.id, y.id, 'email' FROM customers x JOIN customers y
      ON email_key(y.email) = email_key(x.email) AND x.id < y.id WHERE x.email IS NOT NULL AND y.email IS NOT NULL
    UNION ALL
    SELECT x.id, y.id, 'nameAndAddress' FROM customer_addresses m
    JOIN customer_addresses n ON address_key(n.line1, n.postal_code) = address_key(m.line1, m.postal_code)
      AND m.customer_id < n.customer_id
    JOIN customers x ON x.id = m.customer_id
    JOIN customers y ON y.id = n.customer_id
      AND lower(y.first_name || ' ' || y.last_name) = lower(x.first_name || ' ' || x.last_name)
  ) AS found (a, b, reason)
  WHERE NOT EXISTS (SELECT FROM customers c WHERE c.id IN (a, b) AND (c.merged_into IS NOT NULL OR c.erased_at IS NOT NULL))
  GROUP BY a, b
  ON CONFLICT DO NOTHING;
$$;
REVOKE ALL ON FUNCTION note_all_duplicates FROM aisle_all, aisle_located;
