-- Updates the driver and the trip after a change of a delivery. A driver with an accepted open delivery is busy, and a
-- trip ends with its last open delivery. Store staff don't see the driver's deliveries for other locations, so this
-- function counts them. The lock makes two deliveries that end at the same time update the driver one after the other.
CREATE OR REPLACE FUNCTION apply_delivery(location uuid, delivery uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  changed deliveries;
  old_availability text;
  new_availability text;
BEGIN
  SELECT * INTO changed FROM deliveries d WHERE d.location_id = location AND d.id = delivery AND has_location_access(location);
  IF NOT FOUND THEN RETURN; END IF;
  SELECT availability INTO old_availability FROM drivers WHERE id = changed.driver_id FOR NO KEY UPDATE;
  new_availability := CASE
    WHEN EXISTS (SELECT FROM deliveries d WHERE d.driver_id = changed.driver_id AND d.ended_at IS NULL
      AND d.status <> 'offered') THEN 'busy'
    WHEN old_availability = 'busy' THEN 'available'
    ELSE old_availability END;
  IF new_availability <> old_availability THEN
    UPDATE drivers SET availability = new_availability WHERE id = changed.driver_id;
    PERFORM announce('drivers', 'availability', changed.driver_id, dl.location_id, 'driver_list')
    FROM driver_locations dl WHERE dl.driver_id = changed.driver_id;
  END IF;
  IF changed.ended_at IS NOT NULL THEN
    UPDATE trips t SET ended_at = now()
    WHERE (t.location_id, t.id) = (changed.location_id, changed.trip_id) AND t.ended_at IS NULL
      AND NOT EXISTS (SELECT FROM deliveries d WHERE (d.location_id, d.trip_id) = (t.location_id, t.id)
        AND d.ended_at IS NULL);
  END IF;
END $$;
