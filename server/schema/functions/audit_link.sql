-- Hashes the fields of an audit entry together with its content hash and the hash of its predecessor in the chain.
CREATE OR REPLACE FUNCTION audit_link(former bytea, entry audit_entries, content bytea) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(former || content || convert_to(jsonb_build_array(entry.id, extract(epoch FROM entry.at)::text, entry.user_id,
    entry.actor_name, entry.action, entry.resource, entry.record_id, entry.location_id)::text, 'UTF8'))
$$;
REVOKE ALL ON FUNCTION audit_link FROM aisle_located;
