-- Returns the maximum number of coins that a refund can take back: the coins earned by the order, up to the customer's
-- balance.
CREATE OR REPLACE FUNCTION coins_to_spend(place uuid, of_order uuid) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT least(c.coin_balance, (SELECT coalesce(sum(e.coins), 0)::bigint FROM coin_entries e
    WHERE e.customer_id = ANY (customer_ids(o.customer_id)) AND e.kind = 'earned' AND e.cause_id = o.id))
  FROM orders o JOIN customers c ON c.id = o.customer_id
  WHERE o.location_id = place AND o.id = of_order AND has_location_access(place)
$$;
