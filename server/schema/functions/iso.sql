-- Formats an instant as the API does, for JSON that the database builds.
CREATE OR REPLACE FUNCTION iso(instant timestamptz) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS
$$ SELECT to_char(instant AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') $$;
