-- Adds months to a time in a time zone. Keeps the day of the month, or uses the last day of a shorter month, and the
-- time.
CREATE OR REPLACE FUNCTION months_after(first_start timestamptz, months integer, zone text) RETURNS timestamptz
LANGUAGE sql STABLE PARALLEL SAFE AS
$$ SELECT ((first_start AT TIME ZONE zone) + make_interval(months => months)) AT TIME ZONE zone $$;
