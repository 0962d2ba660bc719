-- Finds a customer by phone or adds one. A store's own records come first. A customer that only other stores know is
-- linked to the store, with the details that the store entered.
CREATE OR REPLACE FUNCTION find_or_add_customer(new_id uuid, first_name text, last_name text, phone text, digits text,
  email text, created_by uuid, OUT id uuid, OUT created boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  SELECT cl.customer_id, false INTO id, created FROM customer_locations cl
  WHERE cl.phone_digits = digits AND cl.location_id = ANY (actor_locations()) ORDER BY cl.location_id LIMIT 1;
  IF id IS NULL THEN
    SELECT coalesce(c.merged_into, c.id), false INTO id, created FROM customers c WHERE c.phone_digits = digits;
  END IF;
  IF id IS NULL THEN
    -- An email of another customer is omitted: the phone number identifies the customer.
    INSERT INTO customers AS c (id, first_name, last_name, phone, phone_digits, email, created_by)
    VALUES (new_id, find_or_add_customer.first_name, find_or_add_customer.last_name, find_or_add_customer.phone,
      digits, (SELECT find_or_add_customer.email
        WHERE NOT EXISTS (SELECT FROM customers o WHERE lower(o.email) = lower(find_or_add_customer.email))),
      find_or_add_customer.created_by)
    ON CONFLICT DO NOTHING RETURNING c.id, true INTO id, created;
  END IF;
  IF id IS NULL THEN
    SELECT coalesce(c.merged_into, c.id), false INTO id, created FROM customers c WHERE c.phone_digits = digits;
  END IF;
  IF id IS NULL THEN
    -- Another transaction took the email meanwhile.
    INSERT INTO customers AS c (id, first_name, last_name, phone, phone_digits, created_by)
    VALUES (new_id, find_or_add_customer.first_name, find_or_add_customer.last_name, find_or_add_customer.phone,
      digits, find_or_add_customer.created_by)
    RETURNING c.id, true INTO id, created;
  END IF;
  INSERT INTO customer_locations (customer_id, location_id, first_name, last_name, phone, phone_digits, email, is_origin)
  SELECT find_or_add_customer.id, place, find_or_add_customer.first_name, find_or_add_customer.last_name,
    find_or_add_customer.phone, digits, find_or_add_customer.email, find_or_add_customer.created
  FROM unnest(actor_locations()) AS place
  WHERE NOT EXISTS (SELECT FROM customer_locations o WHERE o.customer_id = find_or_add_customer.id
    AND o.location_id = ANY (actor_locations()))
  ORDER BY 2 ON CONFLICT DO NOTHING;
END $$;
