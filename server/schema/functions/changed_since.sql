-- Returns whether the change log has changes of the given resources that a snapshot doesn't see. Changes of other
-- locations don't count.
CREATE OR REPLACE FUNCTION changed_since(since pg_snapshot, resources text[], location uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN EXISTS (SELECT FROM changes c
    WHERE c.transaction_id >= pg_snapshot_xmin(since) AND c.resource = ANY (resources)
      AND (c.location_id IS NULL OR location IS NULL OR c.location_id = location)
      AND NOT pg_visible_in_snapshot(c.transaction_id, since));
END $$;
