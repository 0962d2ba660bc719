-- Returns the words of a name in order, folded for searching.
CREATE OR REPLACE FUNCTION name_parts(name text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_remove(string_to_array(translate(fold_text(name), E'-,.;:/()"\t\n\r', '            '), ' '), '')
$$;
