-- Counts the references to a driver, including those that the actor can't see. A driver with references must not be
-- deleted.
CREATE OR REPLACE FUNCTION driver_uses(driver uuid, OUT open bigint, OUT deliveries bigint, OUT other_locations bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT (SELECT count(*) FROM deliveries d WHERE d.driver_id = driver AND d.ended_at IS NULL),
    (SELECT count(*) FROM deliveries d WHERE d.driver_id = driver),
    (SELECT count(*) FROM driver_locations dl WHERE dl.driver_id = driver AND NOT has_location_access(dl.location_id))
$$;
