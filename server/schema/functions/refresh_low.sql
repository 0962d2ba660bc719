-- Updates low_since of a sub-product at a location, or of all of them. It is a function, since only the ledger may write
-- levels.
CREATE OR REPLACE FUNCTION refresh_low(location uuid, sub_product uuid DEFAULT NULL) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  updated uuid[];
BEGIN
  WITH refreshed AS (
    UPDATE stock_levels level SET low_since = CASE WHEN level.low_since IS NULL THEN now() END
    WHERE level.location_id = location AND (sub_product IS NULL OR level.sub_product_id = sub_product)
      AND level.on_hand > 0 AND has_location_access(location)
      AND is_low(location, level.sub_product_id, level.on_hand - level.reserved - level.expired)
        <> (level.low_since IS NOT NULL)
    RETURNING level.sub_product_id
  )
  SELECT array_agg(refreshed.sub_product_id) INTO updated FROM refreshed;
  IF updated IS NOT NULL THEN PERFORM record_stock_change('low', location, updated); END IF;
END $$;
