-- Enqueues one event for every active, unexpired endpoint that subscribes to it.
CREATE OR REPLACE FUNCTION tell_webhooks(kind text, record uuid, happening jsonb) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  new_event uuid := new_uuid_v7();
BEGIN
  INSERT INTO webhook_deliveries (id, endpoint_id, event_id, event, record_id, payload)
  SELECT new_uuid_v7(), e.id, new_event, kind, record,
    jsonb_build_object('id', new_event, 'event', kind, 'createdAt', iso(now()), 'data', happening)::text
  FROM webhook_endpoints e WHERE e.status AND e.expires_at > now() AND kind = ANY (e.events) ORDER BY e.id;
  IF FOUND THEN PERFORM start_task('send_webhooks', '{}'::jsonb); END IF;
END $$;
REVOKE ALL ON FUNCTION tell_webhooks FROM aisle_located;
