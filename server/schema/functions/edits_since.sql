-- Returns the edits of a record after a version, newest first, to merge a concurrent edit. Store staff can't read the change
-- log. They get the edits that were recorded for one of their locations or for no location, once they locked the record.
CREATE OR REPLACE FUNCTION edits_since(of_resource text, record uuid, since bigint)
RETURNS TABLE (actor_name text, version bigint, fields text[], former jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT c.actor_name, c.version, c.fields, c.former FROM changes c
  WHERE c.record_id = record AND c.resource = of_resource AND c.version > since AND c.former IS NOT NULL
    AND (c.location_id IS NULL OR cardinality(actor_locations()) = 0 OR c.location_id = ANY (actor_locations()))
  ORDER BY c.version DESC, c.id DESC
$$;
