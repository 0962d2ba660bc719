-- Maintains the single notice about API keys and webhooks: those whose creator left or lost a permission, and silent
-- connections. Store owners can trigger it without access to keys.
CREATE OR REPLACE FUNCTION refresh_key_notice() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  makers text := (SELECT string_agg(DISTINCT maker, ', ') FROM (
    SELECT coalesce(k.maker_name, u.first_name || ' ' || u.last_name) AS maker
    FROM api_keys k LEFT JOIN users u ON u.id = k.created_by
    WHERE k.maker_left_at IS NOT NULL AND k.revoked_at IS NULL AND k.expires_at > now()
    UNION SELECT coalesce(w.maker_name, u.first_name || ' ' || u.last_name)
    FROM webhook_endpoints w LEFT JOIN users u ON u.id = w.created_by
    WHERE w.maker_left_at IS NOT NULL AND w.expires_at > now()) left_behind);
  silent text := (SELECT string_agg(name, ', ' ORDER BY name) FROM silent_connections());
  said text := nullif(concat_ws('. ', 'API keys or webhooks of someone who left or lost a permission: ' || makers,
    'Silent connections: ' || silent), '');
BEGIN
  -- Serializes changes, so that there are never two notices.
  PERFORM pg_advisory_xact_lock(hashtextextended('key notice', 0));
  IF (SELECT max(text) FROM notices WHERE kind = 'keys' AND over_at IS NULL) IS NOT DISTINCT FROM said THEN RETURN; END IF;
  UPDATE notices SET over_at = now() WHERE kind = 'keys' AND over_at IS NULL;
  IF said IS NOT NULL THEN
    INSERT INTO notices (kind, permission, text) VALUES ('keys', 'access_setting', said);
  END IF;
  PERFORM announce('notifications', 'keys', NULL, NULL, 'access_setting');
END $$;
