-- Coins pay for orders, and orders that miss their slot are told of.

ALTER TABLE payments DROP CONSTRAINT payments_provider_check;
ALTER TABLE payments ADD CONSTRAINT payments_provider_check
  CHECK (provider IN ('cash', 'terminal', 'simulated', 'coins'));

ALTER TABLE refunds
  -- The part of it that goes back in coins, in cents, and how many that are: what money did not pay.
  ADD COLUMN in_coins bigint NOT NULL DEFAULT 0,
  ADD COLUMN coins_returned bigint NOT NULL DEFAULT 0 CHECK (coins_returned >= 0),
  ADD CONSTRAINT refunds_in_coins_is_part CHECK (in_coins BETWEEN 0 AND amount);

-- When it was told that an order is late for its slot: once, however often somebody looks.
ALTER TABLE orders ADD COLUMN late_at timestamptz;
CREATE INDEX orders_wanted ON orders (slot_to) WHERE late_at IS NULL AND slot_to IS NOT NULL
  AND status IN ('orderPlaced', 'processing', 'prepared', 'awaitingForDelivery', 'pickup', 'outOfDelivery');
-- Noting it is not an edit: whoever works on the order goes on.
DROP TRIGGER count_version ON orders;
CREATE TRIGGER count_version BEFORE UPDATE ON orders FOR EACH ROW
WHEN (OLD.late_at IS NOT DISTINCT FROM NEW.late_at) EXECUTE FUNCTION count_version();
