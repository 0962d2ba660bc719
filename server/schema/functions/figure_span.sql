-- Returns when a day begins and ends at a location.
CREATE OR REPLACE FUNCTION figure_span(place uuid, of_day date) RETURNS TABLE (starts timestamptz, ends timestamptz)
LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT of_day::timestamp AT TIME ZONE l.time_zone, (of_day + 1)::timestamp AT TIME ZONE l.time_zone
  FROM locations l WHERE l.id = place
$$;
