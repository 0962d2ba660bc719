-- Returns a customer's name and contact details as a location knows them. A location that added the customer uses the
-- customer's own data. Other locations use their latest order and, without an order, the customer's name and phone.
CREATE OR REPLACE FUNCTION customer_at_location(customer uuid, place uuid, origin boolean, OUT first_name text, OUT last_name text,
  OUT phone text, OUT phone_digits text, OUT email text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN same.name THEN c.first_name ELSE split_part(o.customer_name, ' ', 1) END,
    CASE WHEN same.name THEN c.last_name
      ELSE substr(o.customer_name, char_length(split_part(o.customer_name, ' ', 1)) + 2) END,
    CASE WHEN same.phone THEN c.phone ELSE o.customer_phone END,
    CASE WHEN same.phone THEN c.phone_digits ELSE regexp_replace(o.customer_phone, '\D', '', 'g') END,
    CASE WHEN origin THEN c.email END
  FROM customers c
  LEFT JOIN LATERAL (SELECT customer_name, customer_phone FROM orders
    WHERE orders.customer_id = c.id AND location_id = place AND NOT origin
    ORDER BY created_at DESC, id DESC LIMIT 1) o ON true
  CROSS JOIN LATERAL (SELECT coalesce(o.customer_name = rtrim(c.first_name || ' ' || c.last_name), true) AS name,
    coalesce(o.customer_phone = c.phone, true) AS phone) same
  WHERE c.id = customer
$$;
REVOKE ALL ON FUNCTION customer_at_location FROM aisle_located;
