-- Closes the notices of items that a location has counted.
CREATE OR REPLACE FUNCTION close_count_notices(locations uuid[], sub_products uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  changed uuid[];
BEGIN
  WITH closed AS (
    UPDATE notices n SET over_at = now() FROM unnest(locations, sub_products) AS level (place, item)
    WHERE n.kind = 'countNeeded' AND n.location_id = level.place AND n.sub_product_id = level.item AND n.over_at IS NULL
      AND has_location_access(level.place)
    RETURNING n.location_id
  )
  SELECT array_agg(DISTINCT location_id) INTO changed FROM closed;
  PERFORM announce('notifications', 'counted', NULL, place, 'inventory_list') FROM unnest(changed) AS place;
END $$;
