-- Returns the current date at a location.
CREATE OR REPLACE FUNCTION today_at(location uuid) RETURNS date LANGUAGE sql STABLE AS
$$ SELECT (now() AT TIME ZONE time_zone)::date FROM locations WHERE id = location $$;
