-- Cards of orders for later are verified when the order is placed, and authorized before its time slot.
ALTER TABLE payments ADD COLUMN authorise_at timestamptz;
CREATE INDEX payments_to_authorise ON payments (authorise_at) WHERE status = 'due' AND authorise_at IS NOT NULL;
ALTER TABLE gateway_operations DROP CONSTRAINT gateway_operations_kind_check,
  ADD CONSTRAINT gateway_operations_kind_check CHECK (kind IN ('verify', 'authorise', 'capture', 'void', 'refund'));
