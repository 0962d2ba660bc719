-- Removes the actor's stores' records of a customer. Also deletes the marketplace's record if one of these stores added
-- the customer, no other location has a record and nothing else refers to it.
CREATE OR REPLACE FUNCTION remove_customer_here(customer uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  was_alone boolean := customer_only_at(customer) IS NOT NULL;
  uses record;
BEGIN
  -- Addresses that these stores added are also in the marketplace's record.
  WITH removed AS (
    DELETE FROM location_addresses WHERE customer_id = customer AND location_id = ANY (actor_locations()) RETURNING id
  )
  DELETE FROM customer_addresses WHERE id IN (SELECT id FROM removed);
  DELETE FROM customer_locations WHERE customer_id = customer AND location_id = ANY (actor_locations());
  SELECT * INTO uses FROM customer_uses(customer);
  IF was_alone AND uses.orders + uses.coins + uses.credit + uses.subscriptions + uses.tickets + uses.merged = 0 THEN
    DELETE FROM customers WHERE id = customer;
  END IF;
END $$;
