-- Returns when fields of records changed last by the change log. Store staff can't read the log. They get the edits of their
-- locations and of no location.
CREATE OR REPLACE FUNCTION field_times(of_resource text, records uuid[], names text[])
RETURNS TABLE (record_id uuid, location_id uuid, field text, at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT c.record_id, c.location_id, changed.field, max(c.at)
  FROM changes c CROSS JOIN LATERAL unnest(c.fields) AS changed (field)
  WHERE c.record_id = ANY (records) AND c.former IS NOT NULL AND c.resource = of_resource AND changed.field = ANY (names)
    AND (c.location_id IS NULL OR cardinality(actor_locations()) = 0 OR c.location_id = ANY (actor_locations()))
  GROUP BY 1, 2, 3
$$;
