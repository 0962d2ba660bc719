-- Changes of an order's address, due time, note or payment type are part of its history.
ALTER TABLE order_events
  DROP CONSTRAINT order_events_kind_check,
  ADD CONSTRAINT order_events_kind_check
    CHECK (kind IN ('order', 'dispatch', 'return', 'refund', 'lines', 'note', 'picking', 'details'));

-- With another due time an order that was late is on time again, and may be reported late once more. Triggers fire by
-- name: count_version comes first, so that this edit still counts as one.
CREATE FUNCTION late_is_postponed() RETURNS trigger
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
