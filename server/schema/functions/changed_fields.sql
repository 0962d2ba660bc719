-- Returns the names of the fields that differ between two states of a record, without its version.
CREATE OR REPLACE FUNCTION changed_fields(before jsonb, after jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(field), '{}') FROM jsonb_object_keys(before || after) AS field
  WHERE field <> 'version' AND before -> field IS DISTINCT FROM after -> field
$$;
