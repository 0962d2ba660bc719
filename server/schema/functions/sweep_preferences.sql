-- Replaces names and contact details of an erased person in users' preferences.
CREATE OR REPLACE FUNCTION sweep_preferences(patterns text[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE preferences SET preferences = without_person(preferences, patterns)
  WHERE preferences::text ~* ('(' || array_to_string(patterns, '|') || ')')
$$;
REVOKE ALL ON FUNCTION sweep_preferences FROM aisle_located;
