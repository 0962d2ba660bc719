-- Returns the default threshold for low stock from the settings.
CREATE OR REPLACE FUNCTION low_at() RETURNS numeric LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce(("values" -> 'stockDefaults' ->> 'threshold')::numeric, 5) FROM settings
$$;
