-- Returns whether an order at any location used the promotion. Row security hides orders of other locations.
CREATE OR REPLACE FUNCTION promotion_is_used(promotion uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM promotion_uses u WHERE u.promotion_id = promotion)
$$;
