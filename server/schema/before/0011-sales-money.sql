-- Returns, payments, refunds, and the operations at a card gateway.

CREATE SEQUENCE return_number START 70001;
-- A shopper's request to return or replace lines of a delivered order.
CREATE TABLE returns (
  location_id uuid NOT NULL REFERENCES locations,
  id uuid NOT NULL,
  number bigint NOT NULL DEFAULT nextval('return_number'),
  order_id uuid NOT NULL,
  customer_id uuid NOT NULL REFERENCES customers,
  kind text NOT NULL CHECK (kind IN ('return', 'replace')),
  status text NOT NULL DEFAULT 'requested' CHECK (status IN ('requested', 'approved', 'driverApproved',
    'driverOnTheWay', 'driverPickedUp', 'locationReceived', 'received', 'locationReceivedAndPickup', 'returned',
    'replaced', 'returnRejected', 'replacementRejected', 'returnFailed', 'replacementFailed')),
  note text,
  -- The reason why it was accepted after the return window.
  override_note text,
  -- Created and reserved when a replacement is approved.
  replacement_order_id uuid,
  -- The driver who collects the goods from the customer.
  driver_id uuid REFERENCES drivers ON DELETE SET NULL,
  line_count integer NOT NULL,
  received_at timestamptz,
  closed_at timestamptz,
  created_by uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, id),
  FOREIGN KEY (location_id, order_id) REFERENCES orders (location_id, id),
  FOREIGN KEY (location_id, replacement_order_id) REFERENCES orders (location_id, id)
);
CREATE INDEX returns_by_id ON returns (id);
CREATE INDEX returns_by_number ON returns (number);
CREATE INDEX returns_by_order ON returns (location_id, order_id);
CREATE INDEX returns_by_replacement ON returns (location_id, replacement_order_id) WHERE replacement_order_id IS NOT NULL;
CREATE INDEX returns_by_customer ON returns (customer_id);
CREATE INDEX returns_by_age ON returns (created_at DESC, id DESC);
CREATE INDEX returns_by_location ON returns (location_id, created_at DESC, id DESC);
CREATE INDEX returns_by_status ON returns (status, created_at DESC, id DESC);
CREATE INDEX returns_by_driver ON returns (driver_id) WHERE driver_id IS NOT NULL;
SELECT versioned('returns');
SELECT keep_to_locations('returns');

CREATE TABLE return_lines (
  location_id uuid NOT NULL,
  return_id uuid NOT NULL,
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  line_id uuid NOT NULL,
  position smallint NOT NULL,
  quantity numeric(14,3) NOT NULL CHECK (quantity > 0),
  reason text,
  note text,
  photos uuid[] NOT NULL DEFAULT '{}',
  -- The quantity received and its condition; null until it was inspected.
  received numeric(14,3) CHECK (received BETWEEN 0 AND quantity),
  condition text CHECK (condition IN ('restock', 'writeOff')),
  PRIMARY KEY (location_id, return_id, id),
  UNIQUE (location_id, return_id, line_id),
  FOREIGN KEY (location_id, return_id) REFERENCES returns (location_id, id),
  FOREIGN KEY (location_id, order_id, line_id) REFERENCES order_lines (location_id, order_id, id),
  CHECK ((received IS NULL) = (condition IS NULL))
);
CREATE INDEX return_lines_by_order ON return_lines (location_id, order_id, line_id);
SELECT keep_to_locations('return_lines');

CREATE TABLE payments (
  location_id uuid NOT NULL,
  order_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  status text NOT NULL CHECK (status IN ('due', 'authorised', 'captured', 'failed', 'voided')),
  amount bigint NOT NULL CHECK (amount >= 0),
  -- The amount authorised: never more is captured.
  authorised bigint CHECK (authorised >= 0),
  -- Null while the payment is only due.
  provider text CHECK (provider IN ('cash', 'terminal', 'simulated', 'coins')),
  -- The gateway's token of the card; never a card number.
  token text,
  reference text,
  -- The reason for a failure, as text.
  problem text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, order_id, id),
  FOREIGN KEY (location_id, order_id) REFERENCES orders (location_id, id),
  CONSTRAINT payments_within_authorised CHECK (authorised IS NULL OR status <> 'captured' OR amount <= authorised)
);
-- For the lists of payments and refunds: the newest first, of one location or of all, and by reference.
CREATE INDEX payments_newest ON payments (created_at DESC, id DESC) INCLUDE (location_id);
CREATE INDEX payments_newest_here ON payments (location_id, created_at DESC, id DESC);
CREATE INDEX payments_by_reference ON payments (reference) WHERE reference IS NOT NULL;
SELECT keep_to_locations('payments');

CREATE TABLE refunds (
  location_id uuid NOT NULL,
  order_id uuid NOT NULL,
  id uuid NOT NULL,
  status text NOT NULL DEFAULT 'refundInitiated'
    CHECK (status IN ('refundInitiated', 'refundProcessing', 'refunded', 'refundFailed')),
  amount bigint NOT NULL CHECK (amount > 0),
  lines jsonb NOT NULL DEFAULT '[]',
  delivery_fee bigint NOT NULL DEFAULT 0,
  reason text NOT NULL,
  -- The sale is already posted: the refunded amount of each line was fixed when the refund was created.
  of_sale boolean NOT NULL DEFAULT false,
  coins bigint NOT NULL DEFAULT 0 CHECK (coins >= 0),
  -- The part that is refunded in coins, in cents and in coins: what was paid with coins.
  in_coins bigint NOT NULL DEFAULT 0,
  coins_returned bigint NOT NULL DEFAULT 0 CHECK (coins_returned >= 0),
  return_id uuid,
  -- Null: it is refunded manually.
  provider text CHECK (provider IN ('simulated')),
  reference text,
  problem text,
  -- How often the gateway refused it, and when it is retried automatically.
  refusals smallint NOT NULL DEFAULT 0,
  next_try_at timestamptz,
  refunded_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, order_id, id),
  FOREIGN KEY (location_id, order_id) REFERENCES orders (location_id, id),
  FOREIGN KEY (location_id, return_id) REFERENCES returns (location_id, id),
  CONSTRAINT refunds_delivery_fee_is_part CHECK (delivery_fee BETWEEN 0 AND amount),
  CONSTRAINT refunds_in_coins_is_part CHECK (in_coins BETWEEN 0 AND amount)
);
CREATE INDEX refunds_by_id ON refunds (id);
CREATE INDEX refunds_to_try ON refunds (next_try_at) WHERE status IN ('refundInitiated', 'refundFailed') AND next_try_at IS NOT NULL;
CREATE INDEX refunds_open ON refunds (location_id, created_at) WHERE status <> 'refunded';
CREATE UNIQUE INDEX refunds_of_return ON refunds (location_id, return_id) WHERE return_id IS NOT NULL;
CREATE INDEX refunds_failed ON refunds (location_id, order_id) WHERE status = 'refundFailed';
CREATE INDEX refunds_newest ON refunds (created_at DESC, id DESC) INCLUDE (location_id);
CREATE INDEX refunds_newest_here ON refunds (location_id, created_at DESC, id DESC);
CREATE INDEX refunds_by_reference ON refunds (reference) WHERE reference IS NOT NULL;
SELECT versioned('refunds');
SELECT keep_to_locations('refunds');

-- Refunds never exceed what was paid, also with concurrent refunds: the order's row is the lock of its refunds.
CREATE FUNCTION check_refunds() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  paid_so_far bigint;
BEGIN
  SELECT paid INTO paid_so_far FROM orders WHERE location_id = NEW.location_id AND id = NEW.order_id
  FOR NO KEY UPDATE;
  IF (SELECT sum(amount) FROM refunds WHERE location_id = NEW.location_id AND order_id = NEW.order_id) > paid_so_far THEN
    RAISE EXCEPTION 'more than was paid would be refunded'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'refunds_within_paid', TABLE = 'refunds';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER check_refunds AFTER INSERT OR UPDATE OF amount ON refunds
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_refunds();

-- The outbox of gateway calls, written in the transaction of the decision and executed afterwards. The id is the
-- idempotency key at the gateway: sent twice, it is executed once.
CREATE TABLE gateway_operations (
  location_id uuid NOT NULL,
  order_id uuid NOT NULL,
  id uuid NOT NULL,
  payment_id uuid NOT NULL,
  refund_id uuid,
  provider text NOT NULL CHECK (provider IN ('simulated')),
  kind text NOT NULL CHECK (kind IN ('authorise', 'capture', 'void', 'refund')),
  amount bigint NOT NULL CHECK (amount >= 0),
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'done', 'refused', 'givenUp')),
  attempts smallint NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL DEFAULT now(),
  problem text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, order_id, id),
  FOREIGN KEY (location_id, order_id, payment_id) REFERENCES payments (location_id, order_id, id),
  FOREIGN KEY (location_id, order_id, refund_id) REFERENCES refunds (location_id, order_id, id),
  CHECK ((kind = 'refund') = (refund_id IS NOT NULL))
);
CREATE INDEX gateway_operations_by_id ON gateway_operations (id);
CREATE INDEX gateway_operations_due ON gateway_operations (next_at) WHERE status = 'waiting';
-- One operation at a time per payment; refunds may run side by side.
CREATE UNIQUE INDEX gateway_operations_one_at_a_time ON gateway_operations (location_id, order_id, payment_id)
  WHERE status = 'waiting' AND kind <> 'refund';
CREATE UNIQUE INDEX gateway_operations_of_refund ON gateway_operations (location_id, order_id, refund_id, payment_id)
  WHERE status IN ('waiting', 'done', 'givenUp') AND kind = 'refund';
SELECT keep_to_locations('gateway_operations');

CREATE FUNCTION tell_returns() RETURNS trigger
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

CREATE FUNCTION tell_refunds() RETURNS trigger
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
