-- Enqueues webhooks for order and dispatch events. Every step adds an event, so this covers all steps.
CREATE OR REPLACE FUNCTION tell_order_events() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  happened record;
  known jsonb;
  kind text;
BEGIN
  IF NOT webhook_wanted(ARRAY['order.created', 'order.status', 'dispatch.status']) THEN RETURN NULL; END IF;
  FOR happened IN SELECT * FROM added WHERE added.kind IN ('order', 'dispatch') ORDER BY added.id LOOP
    kind := CASE WHEN happened.kind = 'dispatch' THEN 'dispatch.status'
      WHEN happened.from_status IS NULL THEN 'order.created' ELSE 'order.status' END;
    known := order_for_webhooks(happened.location_id, happened.order_id);
    PERFORM tell_webhooks(kind, happened.order_id, known || jsonb_build_object('from', happened.from_status,
      'to', happened.to_status, 'by', happened.actor_name, 'note', left(happened.note, 1000)));
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER tell_webhooks AFTER INSERT ON order_events REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION tell_order_events();
