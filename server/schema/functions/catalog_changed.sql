-- Returns whether the catalog changed in one of the given kinds since a snapshot. Changes that are limited to one
-- location count only if it is the given location.
CREATE OR REPLACE FUNCTION catalog_changed(since pg_snapshot, kinds text[], location uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN EXISTS (SELECT FROM catalog_changes c WHERE c.xid >= pg_snapshot_xmin(since) AND c.kind = ANY (kinds)
    AND (c.place IS NULL OR c.place = location) AND NOT pg_visible_in_snapshot(c.xid, since));
END $$;
