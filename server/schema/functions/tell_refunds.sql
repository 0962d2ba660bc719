-- Enqueues webhooks for new refunds and changes of their status.
CREATE OR REPLACE FUNCTION tell_refunds() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  kind text := CASE TG_OP WHEN 'INSERT' THEN 'refund.created' ELSE 'refund.status' END;
BEGIN
  IF NOT webhook_wanted(ARRAY[kind]) THEN RETURN NULL; END IF;
  PERFORM tell_webhooks(kind, NEW.id, jsonb_build_object('refundId', NEW.id, 'orderId', NEW.order_id,
    'locationId', NEW.location_id, 'amount', NEW.amount, 'reason', left(NEW.reason, 1000),
    'from', CASE TG_OP WHEN 'UPDATE' THEN OLD.status END, 'to', NEW.status, 'status', NEW.status, 'version', NEW.version));
  RETURN NULL;
END $$;

CREATE TRIGGER tell_webhooks_added AFTER INSERT ON refunds FOR EACH ROW EXECUTE FUNCTION tell_refunds();
CREATE TRIGGER tell_webhooks_changed AFTER UPDATE ON refunds FOR EACH ROW
WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION tell_refunds();
