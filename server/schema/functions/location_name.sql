-- Returns a location's name to users without access to the location. Transfers show both locations.
CREATE OR REPLACE FUNCTION location_name(place uuid) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = public, pg_temp AS $$ SELECT name FROM locations WHERE id = place $$;
