-- PostgreSQL parses the SQL functions that a condition names for every statement: whether a late order is over is asked in
-- the function of the trigger.
CREATE OR REPLACE TRIGGER late_is_over AFTER UPDATE OF status ON orders FOR EACH ROW
WHEN (NEW.late_at IS NOT NULL AND OLD.status <> NEW.status) EXECUTE FUNCTION late_is_over();
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
