-- Enqueues webhooks for new returns and changes of their status.
CREATE OR REPLACE FUNCTION tell_returns() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  kind text := CASE TG_OP WHEN 'INSERT' THEN 'return.created' ELSE 'return.status' END;
BEGIN
  IF NOT webhook_wanted(ARRAY[kind]) THEN RETURN NULL; END IF;
  PERFORM tell_webhooks(kind, NEW.id, jsonb_build_object('returnId', NEW.id, 'number', format_number('return', NEW.number),
    'orderId', NEW.order_id, 'locationId', NEW.location_id, 'customerId', NEW.customer_id, 'kind', NEW.kind,
    'from', CASE TG_OP WHEN 'UPDATE' THEN OLD.status END, 'to', NEW.status, 'status', NEW.status, 'version', NEW.version));
  RETURN NULL;
END $$;

CREATE TRIGGER tell_webhooks_added AFTER INSERT ON returns FOR EACH ROW EXECUTE FUNCTION tell_returns();
CREATE TRIGGER tell_webhooks_changed AFTER UPDATE ON returns FOR EACH ROW
WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION tell_returns();
