-- Late orders among the notices, until they have arrived or are called off.
ALTER TABLE notices ADD COLUMN order_id uuid,
  DROP CONSTRAINT notices_kind_check,
  ADD CONSTRAINT notices_kind_check CHECK (kind IN ('outOfStock', 'low', 'expiring', 'drift', 'late'));
DROP INDEX notices_once;
CREATE UNIQUE INDEX notices_once ON notices (kind, location_id, sub_product_id, lot_id, order_id) NULLS NOT DISTINCT
  WHERE over_at IS NULL AND kind <> 'drift';
CREATE INDEX notices_of_order ON notices (order_id) WHERE order_id IS NOT NULL AND over_at IS NULL;
CREATE INDEX notices_late ON notices (location_id, at DESC) WHERE kind = 'late' AND over_at IS NULL;

ALTER TABLE notice_settings ALTER COLUMN kinds SET DEFAULT '{outOfStock,low,expiring,drift,late}';
UPDATE notice_settings SET kinds = kinds || '{late}';

CREATE FUNCTION late_is_over() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE notices SET over_at = now() WHERE order_id = NEW.id AND over_at IS NULL;
  IF FOUND THEN
    INSERT INTO live_events (topic, action, record_id, location_id, permission)
    VALUES ('notifications', 'notLate', NEW.id, NEW.location_id, 'order_list');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER late_is_over AFTER UPDATE OF status ON orders FOR EACH ROW
WHEN (NEW.late_at IS NOT NULL AND OLD.status <> NEW.status
  AND NEW.status IN ('delivered', 'cancelled', 'rejected', 'failed', 'expired'))
EXECUTE FUNCTION late_is_over();

-- What is there already.
INSERT INTO notices (kind, location_id, order_id, permission, text, at)
SELECT 'late', location_id, id, 'order_list', 'O-' || number, late_at FROM orders
WHERE late_at IS NOT NULL
  AND status IN ('orderPlaced', 'processing', 'prepared', 'awaitingForDelivery', 'pickup', 'outOfDelivery');
