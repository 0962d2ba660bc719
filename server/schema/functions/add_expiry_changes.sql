-- Recounts the expiration days in up to `most` rows of expiry_changes and returns whether more rows remain. Calls must
-- run one at a time, each with a later snapshot: an older snapshot would overwrite newer counts.
CREATE OR REPLACE FUNCTION add_expiry_changes(most integer) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  places uuid[];
  days date[];
BEGIN
  PERFORM pg_advisory_xact_lock(4151200179);
  -- A separate statement counts, because it must see every change whose mark this statement deletes.
  WITH taken AS (
    DELETE FROM expiry_changes WHERE ctid = ANY (ARRAY(SELECT ctid FROM expiry_changes LIMIT most)) RETURNING *
  )
  SELECT array_agg(location_id), array_agg(day) INTO places, days FROM (SELECT DISTINCT location_id, day FROM taken) noted;
  INSERT INTO expiry_days AS kept
  SELECT noted.*, counted.* FROM unnest(places, days) AS noted (location_id, day)
  CROSS JOIN LATERAL count_expiring(noted.location_id, noted.day) counted ORDER BY 1, 2
  ON CONFLICT (location_id, day) DO UPDATE
  SET lots = excluded.lots, units = excluded.units, cost = excluded.cost, retail = excluded.retail;
  DELETE FROM expiry_days kept USING unnest(places, days) AS noted (location_id, day)
  WHERE kept.location_id = noted.location_id AND kept.day = noted.day AND kept.lots = 0;
  RETURN EXISTS (SELECT FROM expiry_changes);
END $$;
REVOKE ALL ON FUNCTION add_expiry_changes FROM aisle_located;
