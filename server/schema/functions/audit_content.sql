-- Hashes the before and after values of an audit entry with its salt.
CREATE OR REPLACE FUNCTION audit_content(entry audit_entries, salt bytea) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(salt || convert_to(jsonb_build_array(entry.before, entry.after)::text, 'UTF8'))
$$;
REVOKE ALL ON FUNCTION audit_content FROM aisle_located;
