-- Returns the expired and recalled quantity of a sub-product at a location, computed from its lots.
CREATE OR REPLACE FUNCTION expired_in_lots(location uuid, sub_product uuid) RETURNS numeric
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    SELECT coalesce(sum(l.on_hand), 0) FROM lots l
    WHERE l.location_id = location AND l.sub_product_id = sub_product AND l.in_stock
      AND (l.recall_id IS NOT NULL OR l.expires_on
        < (SELECT (now() AT TIME ZONE place.time_zone)::date FROM locations place WHERE place.id = location))
  );
END $$;
