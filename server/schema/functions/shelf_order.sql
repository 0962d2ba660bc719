-- Returns a key for the natural sort order of shelves, with A2 before A10. It has no SET clause, so that the planner
-- can inline it.
CREATE OR REPLACE FUNCTION shelf_order(shelf text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(regexp_replace(shelf, '(\d+)', '000000000\1', 'g'), '\d*(\d{9})', '\1', 'g') COLLATE "C"
$$;
