-- Returns the ids of a customer and of all customers merged into it, so that callers can read their ledgers. The result
-- can include customers that the actor's locations don't know.
CREATE OR REPLACE FUNCTION customer_ids(customer uuid) RETURNS uuid[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT array_append(ARRAY(SELECT id FROM customers WHERE merged_into = customer), customer)
$$;
