-- Closes the late notice of an order that was delivered, cancelled, rejected, failed or expired.
CREATE OR REPLACE FUNCTION late_is_over() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.status <> 'delivered' AND NOT is_called_off(NEW.status) THEN RETURN NULL; END IF;
  UPDATE notices SET over_at = now() WHERE order_id = NEW.id AND over_at IS NULL;
  IF FOUND THEN
    PERFORM announce('notifications', 'notLate', NEW.id, NEW.location_id, 'order_list');
  END IF;
  RETURN NULL;
END $$;

-- The condition doesn't call is_called_off, since PostgreSQL would parse that SQL function for every statement.
CREATE TRIGGER late_is_over AFTER UPDATE OF status ON orders FOR EACH ROW
WHEN (NEW.late_at IS NOT NULL AND OLD.status <> NEW.status) EXECUTE FUNCTION late_is_over();
