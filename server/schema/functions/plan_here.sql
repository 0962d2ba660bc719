-- Returns a customer's active subscription if has_bought_here allows the actor's stores to use its benefits.
CREATE OR REPLACE FUNCTION plan_here(customer uuid) RETURNS json
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT json_build_object('planId', s.plan_id, 'edition', s.edition, 'name', s.name,
    'discountPercent', s.discount_percent, 'freeDeliveryAbove', s.free_delivery_above, 'coinMultiplier', s.coin_multiplier)
  FROM current_subscriptions s WHERE s.customer_id = customer AND has_bought_here(customer)
$$;
