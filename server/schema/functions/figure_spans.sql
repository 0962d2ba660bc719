-- Converts days of locations into time ranges, by the time zone of each location.
CREATE OR REPLACE FUNCTION figure_spans(places uuid[], days date[])
RETURNS TABLE (location_id uuid, day date, starts timestamptz, ends timestamptz) LANGUAGE sql STABLE ROWS 200 AS $$
  SELECT l.id, span.day, span.day::timestamp AT TIME ZONE l.time_zone, (span.day + 1)::timestamp AT TIME ZONE l.time_zone
  FROM unnest(places, days) AS span (location_id, day) JOIN locations l ON l.id = span.location_id
$$;
