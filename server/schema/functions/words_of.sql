-- Returns the distinct words of a person's name, folded for searching.
CREATE OR REPLACE FUNCTION words_of(name text) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT DISTINCT word COLLATE "C" FROM unnest(name_parts(name)) AS word
$$;
