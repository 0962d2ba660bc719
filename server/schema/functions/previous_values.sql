-- Returns the previous values of the fields that differ between two states of a record.
CREATE OR REPLACE FUNCTION previous_values(before jsonb, after jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT jsonb_object_agg(field, before -> field) FROM jsonb_object_keys(before || after) AS field
  WHERE before -> field IS DISTINCT FROM after -> field
$$;
