-- Clears late_at and closes the late notice of an order whose due time moved. Triggers fire in order of their names:
-- count_version fires first, before late_at changes, so that the update counts as one edit.
CREATE OR REPLACE FUNCTION late_is_postponed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  NEW.late_at := NULL;
  UPDATE notices SET over_at = now() WHERE order_id = NEW.id AND over_at IS NULL;
  IF FOUND THEN
    PERFORM announce('notifications', 'notLate', NEW.id, NEW.location_id, 'order_list');
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER late_is_postponed BEFORE UPDATE OF slot_to ON orders FOR EACH ROW
WHEN (OLD.late_at IS NOT NULL
  AND promised_at(NEW.slot_to, NEW.created_at) IS DISTINCT FROM promised_at(OLD.slot_to, OLD.created_at))
EXECUTE FUNCTION late_is_postponed();
