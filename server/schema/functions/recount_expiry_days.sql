-- Recounts all expiration days of a location.
CREATE OR REPLACE FUNCTION recount_expiry_days(location uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(4151200179);
  DELETE FROM expiry_days WHERE location_id = location;
  INSERT INTO expiry_days
  SELECT l.location_id, l.expires_on, count(*), sum(l.on_hand), sum(l.cost)::bigint, sum(l.retail)::bigint
  FROM expiring_lots l WHERE l.location_id = location GROUP BY 1, 2 ORDER BY 2;
END $$;
REVOKE ALL ON FUNCTION recount_expiry_days FROM aisle_located;
