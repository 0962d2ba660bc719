-- A refund that fails after it succeeded is reversed, and posted again once a retry pays it.
ALTER TABLE journals DROP CONSTRAINT journals_kind_check,
  ADD CONSTRAINT journals_kind_check CHECK (kind IN (
    'sale',
    'refund',
    'refundReversal',
    'payment',
    'payout',
    'correction',
    'subscription',
    'coinAdjustment',
    'coinExpiry',
    'creditAdjustment',
    'giftCard',
    'providerTransaction',
    'vendorPayment'
  )) NOT VALID;
ALTER TABLE journals VALIDATE CONSTRAINT journals_kind_check;

DROP INDEX refunds_of_sales;
CREATE INDEX refunds_of_sales ON refunds (location_id, refunded_at) WHERE of_sale AND refunded_at IS NOT NULL;

-- Parts of paid refunds of sales that a provider gave back later, and the payments of these parts after a retry.
CREATE TABLE refund_reversals (
  location_id uuid NOT NULL,
  order_id uuid NOT NULL,
  refund_id uuid NOT NULL,
  -- A reversal has the ID of the gateway operation that failed, so that it can be posted only once.
  id uuid NOT NULL,
  -- The reversal whose part is paid again. Null for a reversal.
  repays uuid,
  amount bigint NOT NULL CHECK (amount > 0),
  -- The parts of the refund's lines and delivery fee in the amount.
  lines jsonb NOT NULL,
  delivery_fee bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, id),
  FOREIGN KEY (location_id, order_id, refund_id) REFERENCES refunds (location_id, order_id, id),
  FOREIGN KEY (location_id, repays) REFERENCES refund_reversals (location_id, id)
);
CREATE UNIQUE INDEX refund_reversals_repaid_once ON refund_reversals (location_id, repays) WHERE repays IS NOT NULL;
CREATE INDEX refund_reversals_of_refund ON refund_reversals (location_id, order_id, refund_id);
CREATE INDEX refund_reversals_by_time ON refund_reversals (location_id, created_at);
SELECT restrict_to_locations('refund_reversals');
CREATE POLICY placed_by_key ON refund_reversals AS RESTRICTIVE TO aisle_key USING (false);
SELECT append_only('refund_reversals');

-- The refunded parts of sales by time, with the sign -1 for what providers gave back.
CREATE VIEW refund_movements WITH (security_invoker = true) AS
SELECT location_id, order_id, refunded_at AS moved_at, 1 AS sign, amount, lines, delivery_fee
FROM refunds WHERE of_sale AND refunded_at IS NOT NULL
UNION ALL
SELECT location_id, order_id, created_at, CASE WHEN repays IS NULL THEN -1 ELSE 1 END, amount, lines, delivery_fee
FROM refund_reversals;

-- Its argument changes. Databases from before it was added do not have it yet.
DROP FUNCTION IF EXISTS product_figures_of_refund(refunds);
