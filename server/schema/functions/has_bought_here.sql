-- Returns whether one of the actor's stores added the customer or delivered an order to them. Only then may the store's
-- orders use benefits of the marketplace, such as coins.
CREATE OR REPLACE FUNCTION has_bought_here(customer uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM customer_locations WHERE customer_id = customer AND is_origin
      AND location_id = ANY (actor_locations()))
    OR EXISTS (SELECT FROM orders WHERE customer_id = customer AND location_id = ANY (actor_locations())
      AND status = 'delivered')
$$;
