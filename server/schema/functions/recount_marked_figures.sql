-- Counts the days of up to `most` marks of each kind again. Returns whether it took that many, so that more may remain.
-- Does nothing while another recount runs.
CREATE OR REPLACE FUNCTION recount_marked_figures(most integer) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  places uuid[];
  days date[];
  marks bigint;
  product_marks bigint;
BEGIN
  IF NOT pg_try_advisory_xact_lock(4151200127) THEN RETURN false; END IF;
  WITH taken AS (
    DELETE FROM figure_marks WHERE ctid = ANY (ARRAY(SELECT ctid FROM figure_marks LIMIT most)) RETURNING *
  ), dirty AS (
    SELECT DISTINCT l.id, (taken.at AT TIME ZONE l.time_zone)::date AS day FROM taken JOIN locations l ON l.id = location_id
  )
  SELECT (SELECT count(*) FROM taken), array_agg(id), array_agg(day) INTO marks, places, days FROM dirty;
  -- A later statement counts, so that it sees every change whose mark was taken. A change that commits in between is
  -- counted as well, and its mark stays.
  PERFORM recount_figures(places, days);
  WITH taken AS (
    DELETE FROM product_figure_marks WHERE ctid = ANY (ARRAY(SELECT ctid FROM product_figure_marks LIMIT most))
    RETURNING *
  ), dirty AS (
    SELECT DISTINCT l.id, (taken.at AT TIME ZONE l.time_zone)::date AS day FROM taken JOIN locations l ON l.id = location_id
  )
  SELECT (SELECT count(*) FROM taken), array_agg(id), array_agg(day) INTO product_marks, places, days FROM dirty;
  PERFORM recount_product_figures(places, days);
  RETURN greatest(marks, product_marks) = most;
END $$;
REVOKE ALL ON FUNCTION recount_marked_figures FROM aisle_located;
