-- Counts the references to a customer, including those that the actor can't see. A customer with references must not be
-- deleted.
CREATE OR REPLACE FUNCTION customer_uses(customer uuid, OUT orders bigint, OUT other_locations bigint, OUT coins bigint,
  OUT credit bigint, OUT subscriptions bigint, OUT tickets bigint, OUT merged bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT (SELECT count(*) FROM orders o WHERE o.customer_id = customer),
    (SELECT count(*) FROM customer_locations cl WHERE cl.customer_id = customer
      AND cl.location_id <> ALL (actor_locations())),
    (SELECT count(*) FROM coin_entries e WHERE e.customer_id = customer),
    (SELECT count(*) FROM credit_entries e WHERE e.customer_id = customer),
    (SELECT count(*) FROM subscriptions s WHERE s.customer_id = customer),
    (SELECT count(*) FROM tickets t WHERE t.customer_id = customer),
    (SELECT count(*) FROM customers m WHERE m.merged_into = customer)
$$;
REVOKE ALL ON FUNCTION customer_uses FROM aisle_located;
