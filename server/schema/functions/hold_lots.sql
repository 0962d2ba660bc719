-- Locks levels in key order until the end of the transaction and returns their sellable lots, earliest expiration
-- first. `before` is the quantity in earlier lots of the sub-product, and `free` is its total unreserved quantity. The
-- function is in PL/pgSQL because it must read the lots after it has taken the locks. Returns no rows for other
-- locations.
CREATE OR REPLACE FUNCTION hold_lots(location uuid, sub_products uuid[])
RETURNS TABLE (sub_product_id uuid, nth bigint, id uuid, on_hand numeric, before numeric, free numeric)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  today date := today_at(location);
BEGIN
  -- Returns no lots of other locations.
  IF NOT has_location_access(location) THEN RETURN; END IF;
  PERFORM FROM stock_levels level
  WHERE level.location_id = location AND level.sub_product_id = ANY (sub_products)
  ORDER BY level.sub_product_id FOR NO KEY UPDATE;

  RETURN QUERY
  SELECT l.sub_product_id, row_number() OVER lots, l.id, l.on_hand, sum(l.on_hand) OVER lots - l.on_hand,
    greatest(0, sum(l.on_hand) OVER (PARTITION BY l.sub_product_id) - level.reserved)
  FROM stock_levels level JOIN lots l ON l.location_id = level.location_id AND l.sub_product_id = level.sub_product_id
  WHERE level.location_id = location AND level.sub_product_id = ANY (sub_products)
    AND l.in_stock AND l.recall_id IS NULL AND (l.expires_on IS NULL OR l.expires_on >= today)
  WINDOW lots AS (PARTITION BY l.sub_product_id ORDER BY l.expires_on, l.id);
END $$;
