-- Formats an instant as the API does, without zeros at the end of the second, for JSON that the database builds.
CREATE OR REPLACE FUNCTION iso(instant timestamptz) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS
$$ SELECT rtrim(rtrim(to_char(instant AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), '0'), '.') || 'Z' $$;
