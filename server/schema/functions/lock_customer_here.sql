-- Locks a store's record of a customer for an edit and returns its version. Returns no row if the store doesn't know
-- the customer.
CREATE OR REPLACE FUNCTION lock_customer_here(customer uuid) RETURNS SETOF integer
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT version FROM customer_locations WHERE customer_id = customer AND location_id = ANY (actor_locations())
  ORDER BY location_id FOR NO KEY UPDATE
$$;
