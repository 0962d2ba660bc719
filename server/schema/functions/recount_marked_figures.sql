-- Counts up to `most` marked days of each kind again, with all edited costs of lots. Returns whether it took that many days, so
-- that more may remain. Does nothing while another recount runs.
CREATE OR REPLACE FUNCTION recount_marked_figures(most integer) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  places uuid[];
  days date[];
  product_places uuid[];
  product_days date[];
BEGIN
  IF NOT pg_try_advisory_xact_lock(4151200127) THEN RETURN false; END IF;
  -- Takes all marks of a day at once. The books of the marketplace have marks without a location.
  WITH seen AS MATERIALIZED (
    SELECT mark.ctid AS row, l.id AS place, (mark.at AT TIME ZONE l.time_zone)::date AS day
    FROM figure_marks mark LEFT JOIN locations l ON l.id = mark.location_id
  ), dirty AS MATERIALIZED (
    SELECT DISTINCT place, day FROM seen WHERE place IS NOT NULL LIMIT most
  ), taken AS (
    DELETE FROM figure_marks WHERE ctid = ANY (ARRAY(
      SELECT row FROM seen WHERE place IS NULL OR (place, day) IN (SELECT place, day FROM dirty)))
  )
  SELECT coalesce(array_agg(place), '{}'), coalesce(array_agg(day), '{}') INTO places, days FROM dirty;
  WITH seen AS MATERIALIZED (
    SELECT mark.ctid AS row, l.id AS place, (mark.at AT TIME ZONE l.time_zone)::date AS day
    FROM product_figure_marks mark LEFT JOIN locations l ON l.id = mark.location_id
  ), dirty AS MATERIALIZED (
    SELECT DISTINCT place, day FROM seen WHERE place IS NOT NULL LIMIT most
  ), taken AS (
    DELETE FROM product_figure_marks WHERE ctid = ANY (ARRAY(
      SELECT row FROM seen WHERE place IS NULL OR (place, day) IN (SELECT place, day FROM dirty)))
  )
  SELECT coalesce(array_agg(place), '{}'), coalesce(array_agg(day), '{}') INTO product_places, product_days FROM dirty;
  -- Later statements count, so that they see every change whose mark was taken. A change that commits in between is counted
  -- as well, and its mark stays.
  PERFORM recount_figures(places, days);
  PERFORM recount_product_figures(product_places, product_days);
  RETURN greatest(cardinality(places), cardinality(product_places)) = most;
END $$;
REVOKE ALL ON FUNCTION recount_marked_figures FROM aisle_located;
