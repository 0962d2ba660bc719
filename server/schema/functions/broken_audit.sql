-- Lists every difference between the audit log and its chain. Entries of the last hour may not be in the chain yet.
CREATE OR REPLACE FUNCTION broken_audit() RETURNS TABLE (chain_position bigint, entry_id uuid, reason text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT c.position, c.entry_id, CASE
      WHEN c.position <> c.former_position + 1 THEN 'links before it were removed'
      WHEN e.id IS NULL THEN 'the entry was removed'
      WHEN audit_link(c.former, e, c.content) <> c.hash THEN 'the entry or its link was changed'
      WHEN s.salt IS NULL THEN 'what it said was written after it was blanked'
      ELSE 'what it said was changed' END
  FROM (SELECT *, lag(hash, 1, '') OVER (ORDER BY position) AS former,
      lag(position, 1, 0::bigint) OVER (ORDER BY position) AS former_position FROM audit_chain) c
  LEFT JOIN audit_entries e ON e.id = c.entry_id
  LEFT JOIN audit_salts s ON s.entry_id = c.entry_id
  WHERE e.id IS NULL OR c.position <> c.former_position + 1 OR audit_link(c.former, e, c.content) <> c.hash
    OR CASE WHEN s.salt IS NULL THEN e.before IS NOT NULL OR e.after IS NOT NULL
      ELSE audit_content(e, s.salt) <> c.content END
  UNION ALL
  SELECT NULL, e.id, 'the entry was added or dated back later' FROM audit_entries e
  WHERE e.at < (SELECT max(at) FROM audit_chain) - interval '1 hour'
    AND NOT EXISTS (SELECT FROM audit_chain c WHERE c.entry_id = e.id)
$$;
REVOKE ALL ON FUNCTION broken_audit FROM aisle_located;
