-- Locks levels in key order until the end of the transaction, updates their expired quantity and returns them. Marks the
-- stock of updated levels for a recount and records the change. Callers lock levels before they choose lots, since the lock of a level covers its
-- lots. Returns no rows for other locations.
CREATE OR REPLACE FUNCTION hold_levels(location uuid, sub_products uuid[])
RETURNS TABLE (sub_product_id uuid, on_hand numeric, reserved numeric, expired numeric)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  today date := today_at(location);
  updated uuid[];
BEGIN
  -- Returns no levels of other locations.
  IF NOT has_location_access(location) THEN RETURN; END IF;
  PERFORM FROM stock_levels level
  WHERE level.location_id = location AND level.sub_product_id = ANY (sub_products)
  ORDER BY level.sub_product_id FOR NO KEY UPDATE;

  WITH refreshed AS (
    UPDATE stock_levels level
    SET expired = lot.expired, next_expiry = lot.next_expiry,
      out_since = CASE WHEN level.on_hand - level.reserved - lot.expired <= 0 THEN coalesce(level.out_since, now()) END,
      low_since = CASE WHEN is_low(location, level.sub_product_id, level.on_hand - level.reserved - lot.expired)
        THEN coalesce(level.low_since, now()) END
    FROM (
      SELECT wanted.id,
        coalesce(sum(l.on_hand) FILTER (WHERE l.expires_on < today OR l.recall_id IS NOT NULL), 0) AS expired,
        min(l.expires_on) FILTER (WHERE l.expires_on >= today AND l.recall_id IS NULL) AS next_expiry
      FROM unnest(sub_products) AS wanted(id)
      LEFT JOIN lots l ON l.location_id = location AND l.sub_product_id = wanted.id AND l.in_stock
      GROUP BY wanted.id
    ) lot
    WHERE level.location_id = location AND level.sub_product_id = lot.id
      AND (level.expired, level.next_expiry) IS DISTINCT FROM (lot.expired, lot.next_expiry)
    RETURNING level.sub_product_id
  ), marked AS (
    INSERT INTO stock_total_marks SELECT refreshed.sub_product_id FROM refreshed
  )
  SELECT array_agg(refreshed.sub_product_id) INTO updated FROM refreshed;
  IF updated IS NOT NULL THEN PERFORM record_stock_change('expired', location, updated); END IF;

  RETURN QUERY SELECT level.sub_product_id, level.on_hand, level.reserved, level.expired FROM stock_levels level
  WHERE level.location_id = location AND level.sub_product_id = ANY (sub_products);
END $$;
