-- Updates the driver and the trip after a change of a delivery. A driver with an accepted open delivery is busy, and a
-- trip ends with its last open delivery.
CREATE OR REPLACE FUNCTION follow_delivery() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  was text;
  is_now text;
BEGIN
  SELECT availability INTO was FROM drivers WHERE id = NEW.driver_id FOR NO KEY UPDATE;
  is_now := CASE
    WHEN EXISTS (SELECT FROM deliveries d WHERE d.driver_id = NEW.driver_id AND d.ended_at IS NULL
      AND d.status <> 'offered') THEN 'busy'
    WHEN was = 'busy' THEN 'available'
    ELSE was END;
  IF is_now <> was THEN
    UPDATE drivers SET availability = is_now WHERE id = NEW.driver_id;
    PERFORM announce('drivers', 'availability', NEW.driver_id, dl.location_id, 'driver_list')
    FROM driver_locations dl WHERE dl.driver_id = NEW.driver_id;
  END IF;
  IF NEW.ended_at IS NOT NULL THEN
    UPDATE trips t SET ended_at = now()
    WHERE (t.location_id, t.id) = (NEW.location_id, NEW.trip_id) AND t.ended_at IS NULL
      AND NOT EXISTS (SELECT FROM deliveries d WHERE (d.location_id, d.trip_id) = (t.location_id, t.id)
        AND d.ended_at IS NULL);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER follow_new_delivery AFTER INSERT ON deliveries
FOR EACH ROW WHEN (NEW.ended_at IS NULL AND NEW.status <> 'offered') EXECUTE FUNCTION follow_delivery();
CREATE TRIGGER follow_delivery AFTER UPDATE OF status ON deliveries
FOR EACH ROW EXECUTE FUNCTION follow_delivery();
