-- Marks all days of a location.
CREATE OR REPLACE FUNCTION mark_all_figures(place uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  WITH dirty AS (
    SELECT span.starts FROM unnest(figure_days_of(place)) AS day CROSS JOIN LATERAL figure_span(place, day) span
  ), marked AS (
    INSERT INTO figure_marks SELECT place, starts FROM dirty
  )
  INSERT INTO product_figure_marks SELECT place, starts FROM dirty;
END $$;
REVOKE ALL ON FUNCTION mark_all_figures FROM aisle_located;
