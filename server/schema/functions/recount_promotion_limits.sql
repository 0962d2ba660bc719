-- Counts what orders have used of a promotion that gets its first limit. Uses of promotions without limits aren't counted. The
-- lock waits for orders that are being placed, and lets later ones see the limit.
CREATE OR REPLACE FUNCTION recount_promotion_limits(promotion uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM promotion_editions WHERE promotion_id = promotion FOR UPDATE;
  UPDATE promotion_limits l SET uses = used.uses, discount_used = used.discount
  FROM (SELECT count(DISTINCT u.main_order_id) AS uses, coalesce(sum(u.discount_now), 0) AS discount
    FROM promotion_uses u WHERE u.promotion_id = promotion AND u.living) used
  WHERE l.promotion_id = promotion;
END $$;
