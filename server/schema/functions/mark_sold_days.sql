-- Marks the days of sales at the counter. Roles of the server can't write marks, so this function does it.
CREATE OR REPLACE FUNCTION mark_sold_days(locations uuid[], times timestamptz[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO product_figure_marks
  SELECT DISTINCT place, sold_at FROM unnest(locations, times) AS sale (place, sold_at) WHERE has_location_access(place)
$$;
