-- Returns the location that added a customer, unless a location outside the actor's scope knows the customer. The location's
-- edits then also apply to the marketplace's record.
CREATE OR REPLACE FUNCTION customer_only_at(customer uuid) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT location_id FROM customer_locations cl WHERE customer_id = customer AND is_origin
    AND NOT EXISTS (SELECT FROM customer_locations o WHERE o.customer_id = customer AND o.location_id <> cl.location_id
      AND o.location_id <> ALL (actor_locations()))
  ORDER BY location_id LIMIT 1
$$;
REVOKE ALL ON FUNCTION customer_only_at FROM aisle_all, aisle_located;
