-- Counts the checkouts and the discount of promotions with limits, and takes or returns their single-use codes. A checkout is one
-- use as long as one of its orders uses the promotion. Uses are inserted before they live, and one update starts those of all
-- orders of a checkout.
CREATE OR REPLACE FUNCTION count_promotion_uses() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  pair record;
  is_limited boolean;
  code_key text;
  lived boolean;
  was bigint;
  has_others boolean;
  change integer;
BEGIN
  FOR pair IN
    SELECT n.promotion_id, n.main_order_id, max(n.code) AS code, bool_or(n.living) AS lives,
      sum(CASE WHEN n.living THEN n.discount_now ELSE 0 END) AS discount, array_agg(n.order_id) AS orders
    FROM added n GROUP BY 1, 2 ORDER BY 1, 2
  LOOP
    SELECT p.max_uses IS NOT NULL OR l.budget IS NOT NULL,
      CASE WHEN p.code_kind = 'batch' THEN upper(regexp_replace(pair.code, '[\s-]+', '', 'g')) END
    INTO is_limited, code_key
    FROM promotions p LEFT JOIN promotion_limits l ON l.promotion_id = p.id WHERE p.id = pair.promotion_id;
    CONTINUE WHEN NOT is_limited AND code_key IS NULL;
    SELECT coalesce(bool_or(r.living), false), coalesce(sum(CASE WHEN r.living THEN r.discount_now ELSE 0 END), 0)
    INTO lived, was
    FROM removed r WHERE r.promotion_id = pair.promotion_id AND r.main_order_id = pair.main_order_id;
    -- The orders of a checkout can end at the same time. The lock lets the later one see the earlier one.
    PERFORM FROM promotion_limits l WHERE is_limited AND l.promotion_id = pair.promotion_id FOR NO KEY UPDATE;
    PERFORM FROM promotion_codes c WHERE c.key = code_key FOR NO KEY UPDATE;
    has_others := EXISTS (SELECT FROM promotion_uses u WHERE u.main_order_id = pair.main_order_id
      AND u.promotion_id = pair.promotion_id AND u.living AND u.order_id <> ALL (pair.orders));
    change := CASE WHEN has_others OR lived = pair.lives THEN 0 WHEN pair.lives THEN 1 ELSE -1 END;
    UPDATE promotion_limits l SET uses = l.uses + change, discount_used = l.discount_used + pair.discount - was
    WHERE is_limited AND l.promotion_id = pair.promotion_id AND (change <> 0 OR pair.discount <> was);
    UPDATE promotion_codes c SET main_order_id = CASE WHEN change = 1 THEN pair.main_order_id END,
      used_at = CASE WHEN change = 1 THEN now() END
    WHERE change <> 0 AND c.key = code_key AND c.promotion_id = pair.promotion_id
      AND (c.main_order_id IS NULL OR c.main_order_id = pair.main_order_id);
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER count_promotion_uses AFTER UPDATE ON promotion_uses
REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_promotion_uses();
