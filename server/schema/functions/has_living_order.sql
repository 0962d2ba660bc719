-- Returns whether a customer has an order at any location that is open or delivered.
CREATE OR REPLACE FUNCTION has_living_order(customer uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM orders o WHERE o.customer_id = ANY (customer_ids(customer))
    AND o.status NOT IN ('cancelled', 'rejected', 'failed', 'expired') AND NOT o.is_replacement)
$$;
