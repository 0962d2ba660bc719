-- Returns the customer that an id refers to after merges.
CREATE OR REPLACE FUNCTION remaining_customer(customer uuid) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce((SELECT merged_into FROM customers WHERE id = customer), customer)
$$;
