-- Rebuilds the monthly totals and the daily totals over all locations from each location's daily totals.
CREATE OR REPLACE FUNCTION sum_up_figures() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  place uuid;
BEGIN
  PERFORM pg_advisory_xact_lock(4151200127);
  TRUNCATE figure_months, all_figure_days;
  FOR place IN SELECT id FROM locations ORDER BY id LOOP
    PERFORM add_figures(ARRAY(SELECT ROW(kept.*)::figure_days FROM figure_days kept WHERE location_id = place));
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION sum_up_figures FROM aisle_located;
