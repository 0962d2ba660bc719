-- Replaces the suggested duplicates of a customer, up to 20 for each reason. Rejected pairs stay rejected.
CREATE OR REPLACE FUNCTION find_duplicates_of(customer uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  this customers := (SELECT c FROM customers c WHERE c.id = customer);
BEGIN
  DELETE FROM customer_duplicates WHERE (one_id = customer OR other_id = customer) AND rejected_at IS NULL;
  IF this.merged_into IS NOT NULL OR this.erased_at IS NOT NULL THEN RETURN; END IF;
  INSERT INTO customer_duplicates (one_id, other_id, reasons)
  SELECT least(customer, found.id), greatest(customer, found.id), array_agg(DISTINCT found.reason ORDER BY found.reason)
  FROM (
    (SELECT id, 'phone' AS reason FROM customers WHERE phone_key(phone_digits) = phone_key(this.phone_digits) LIMIT 20)
    UNION ALL
    (SELECT id, 'email' FROM customers WHERE email IS NOT NULL AND email_key(email) = email_key(this.email) LIMIT 20)
    UNION ALL
    (SELECT c.id, 'nameAndAddress' FROM customer_addresses mine
      JOIN customer_addresses a ON address_key(a.line1, a.postal_code) = address_key(mine.line1, mine.postal_code)
        AND a.customer_id <> mine.customer_id
      JOIN customers c ON c.id = a.customer_id
        AND lower(c.first_name || ' ' || c.last_name) = lower(this.first_name || ' ' || this.last_name)
      WHERE mine.customer_id = customer LIMIT 20)) AS found
  JOIN customers other ON other.id = found.id AND other.merged_into IS NULL AND other.erased_at IS NULL
  WHERE found.id <> customer
  GROUP BY found.id
  ON CONFLICT DO NOTHING;
END $$;
REVOKE ALL ON FUNCTION find_duplicates_of FROM aisle_all, aisle_located;
