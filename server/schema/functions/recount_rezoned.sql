-- Recounts the totals of one location whose time zone changed. Returns false if there is no such location.
CREATE OR REPLACE FUNCTION recount_rezoned() RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  place uuid;
  days date[];
BEGIN
  PERFORM pg_advisory_xact_lock(4151200127);
  DELETE FROM figure_rezoned WHERE location_id = (SELECT location_id FROM figure_rezoned LIMIT 1)
  RETURNING location_id INTO place;
  IF place IS NULL THEN RETURN false; END IF;
  days := figure_days_of(place);
  IF days IS NOT NULL THEN PERFORM recount_figures(place, days); END IF;
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION recount_rezoned FROM aisle_located;
