-- Rebuilds the expiration days of all locations. No other session may write at the same time.
CREATE OR REPLACE FUNCTION fill_expiry_days() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  TRUNCATE expiry_days, expiry_changes;
  INSERT INTO expiry_days
  SELECT l.location_id, l.expires_on, count(*), sum(l.on_hand), sum(l.cost)::bigint, sum(l.retail)::bigint
  FROM expiring_lots l GROUP BY 1, 2 ORDER BY 1, 2;
END $$;
REVOKE ALL ON FUNCTION fill_expiry_days FROM aisle_all, aisle_located;
