-- Returns a LIKE pattern that matches the input anywhere in a text.
CREATE OR REPLACE FUNCTION pattern_within(typed text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT '%' || replace(replace(replace(typed, '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;
