-- Opens a notice for each item that a location should count. Store staff can't write notices, so this function does it for
-- their locations.
CREATE OR REPLACE FUNCTION open_count_notices(locations uuid[], sub_products uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  changed uuid[];
BEGIN
  WITH opened AS (
    INSERT INTO notices (kind, location_id, sub_product_id, permission)
    SELECT DISTINCT 'countNeeded', place, item, 'inventory_list' FROM unnest(locations, sub_products) AS level (place, item)
    WHERE has_location_access(place)
    ON CONFLICT DO NOTHING RETURNING location_id
  )
  SELECT array_agg(DISTINCT location_id) INTO changed FROM opened;
  PERFORM announce('notifications', 'countNeeded', NULL, place, 'inventory_list') FROM unnest(changed) AS place;
END $$;
