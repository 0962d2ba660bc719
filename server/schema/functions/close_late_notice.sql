-- Closes the late notice of an order. Store staff can't write notices, so this function does it for their locations.
CREATE OR REPLACE FUNCTION close_late_notice(location uuid, late_order uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE notices SET over_at = now()
  WHERE order_id = late_order AND location_id = location AND over_at IS NULL AND has_location_access(location);
  IF FOUND THEN
    PERFORM announce('notifications', 'notLate', late_order, location, 'order_list');
  END IF;
END $$;
