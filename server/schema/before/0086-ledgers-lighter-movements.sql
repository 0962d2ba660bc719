-- Steps that move goods take fewer statements: what an order picks is chosen and entered in one.

-- Locks these levels until the end of the transaction, in key order, and returns their lots that can be sold, earliest
-- expiry first: how much is in the lots before each, and how much of all of them no order has reserved. In PL/pgSQL, as
-- the lots must be read after the levels are locked.
CREATE FUNCTION hold_lots(location uuid, sub_products uuid[])
RETURNS TABLE (sub_product_id uuid, nth bigint, id uuid, on_hand numeric, before numeric, free numeric)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  today date := today_at(location);
BEGIN
  -- For other locations as if there were no levels.
  IF NOT acts_at(location) THEN RETURN; END IF;
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

-- What was promised is picked without a change of what can be sold, so it is as low as before. A change of a threshold
-- sets low_since to itself.
DROP TRIGGER note_low ON stock_levels;
CREATE TRIGGER note_low BEFORE UPDATE OF on_hand, reserved, expired ON stock_levels FOR EACH ROW
WHEN (NEW.on_hand - NEW.reserved - NEW.expired <> OLD.on_hand - OLD.reserved - OLD.expired) EXECUTE FUNCTION note_low();
CREATE TRIGGER note_low_again BEFORE UPDATE OF low_since ON stock_levels FOR EACH ROW EXECUTE FUNCTION note_low();

CREATE OR REPLACE FUNCTION threshold_changed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE stock_levels level SET low_since = level.low_since FROM changed
  WHERE level.location_id = changed.location_id AND level.sub_product_id = changed.sub_product_id;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION threshold_edited() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE stock_levels level SET low_since = level.low_since
  FROM changed JOIN former USING (location_id, sub_product_id)
  WHERE level.location_id = changed.location_id AND level.sub_product_id = changed.sub_product_id
    AND changed.threshold IS DISTINCT FROM former.threshold;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION refresh_low(location uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE stock_levels SET low_since = low_since WHERE location_id = location AND on_hand > 0 AND acts_at(location)
$$;
