-- Returns the search keys of a name: every ordered pair of its first eight words, or its only word. Two words of a
-- search in either order are one range of a B-tree, and so is the beginning of one word.
CREATE OR REPLACE FUNCTION name_keys(name text) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  WITH parts AS MATERIALIZED (SELECT (name_parts(name))[:8] AS words)
  SELECT DISTINCT (one.word || coalesce(' ' || other.word, '')) COLLATE "C"
  FROM parts CROSS JOIN unnest(words) WITH ORDINALITY AS one (word, place)
  LEFT JOIN LATERAL unnest(words) WITH ORDINALITY AS other (word, place) ON other.place <> one.place
$$;
