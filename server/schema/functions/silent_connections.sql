-- Returns the connections that have been silent for longer than their settings allow: without calls of their keys, or with a
-- delivery that has been waiting.
CREATE OR REPLACE FUNCTION silent_connections() RETURNS TABLE (id uuid, name text) LANGUAGE sql STABLE AS $$
  SELECT c.id, k.name FROM connections c JOIN LATERAL (
      SELECT (array_agg(k.name ORDER BY k.created_at DESC))[1] AS name, max(k.last_used_at) AS used_at FROM api_keys k
      WHERE k.connection_id = c.id AND k.revoked_at IS NULL AND k.expires_at > now()
    ) k ON k.name IS NOT NULL
  WHERE c.status AND coalesce(k.used_at, c.created_at) < now() - make_interval(mins => c.silent_after_minutes)
  UNION ALL
  SELECT c.id, w.name FROM connections c JOIN webhook_endpoints w ON w.connection_id = c.id
  WHERE w.status AND w.expires_at > now() AND EXISTS (SELECT FROM webhook_deliveries d WHERE d.endpoint_id = w.id
    AND d.status = 'waiting' AND d.created_at < now() - make_interval(mins => c.silent_after_minutes))
$$;
REVOKE ALL ON FUNCTION silent_connections FROM aisle_located;
