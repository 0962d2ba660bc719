-- Returns what is left of the limits of promotions, and how often a customer used them. Users of certain locations see neither
-- the limits nor the orders of other locations, but place orders that count.
CREATE OR REPLACE FUNCTION promotion_standings(promotions uuid[], customer uuid)
RETURNS TABLE (promotion_id uuid, uses_left bigint, budget_left bigint, uses_by_customer bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT p.id, (p.max_uses - l.uses)::bigint, l.budget - l.discount_used,
    CASE WHEN p.max_uses_per_customer IS NOT NULL AND customer IS NOT NULL
      THEN (SELECT count(DISTINCT u.main_order_id) FROM promotion_uses u
        WHERE u.customer_id = ANY (customer_ids(customer)) AND u.promotion_id = p.id AND u.living) END
  FROM promotions p LEFT JOIN promotion_limits l ON l.promotion_id = p.id
  WHERE p.id = ANY (promotions) AND (p.max_uses IS NOT NULL OR l.budget IS NOT NULL OR p.max_uses_per_customer IS NOT NULL)
$$;
