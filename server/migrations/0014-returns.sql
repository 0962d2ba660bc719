-- Payments through a card gateway, refunds that are worked off, and goods that come back.

ALTER TABLE payments
  -- Who took it: null while it is only due.
  ADD COLUMN provider text CHECK (provider IN ('cash', 'terminal', 'simulated')),
  -- What the card was authorised for: never more is captured.
  ADD COLUMN authorised bigint CHECK (authorised >= 0),
  -- Names the card to its gateway; never a card number.
  ADD COLUMN token text,
  -- Why it failed, in words.
  ADD COLUMN problem text,
  ADD CONSTRAINT payments_within_authorised
    CHECK (authorised IS NULL OR status <> 'captured' OR amount <= authorised);

ALTER TABLE refunds
  -- Of a sale that is in the books: what it takes back of each line was settled when it was opened.
  ADD COLUMN of_sale boolean NOT NULL DEFAULT false,
  ADD COLUMN coins bigint NOT NULL DEFAULT 0 CHECK (coins >= 0),
  ADD COLUMN return_id uuid,
  -- Null: somebody pays it back by hand.
  ADD COLUMN provider text CHECK (provider IN ('simulated')),
  ADD COLUMN reference text,
  ADD COLUMN problem text,
  -- How often a gateway refused it, and when it is tried again by itself.
  ADD COLUMN refusals smallint NOT NULL DEFAULT 0,
  ADD COLUMN next_try_at timestamptz,
  ADD COLUMN refunded_at timestamptz,
  ADD CONSTRAINT refunds_delivery_fee_is_part CHECK (delivery_fee BETWEEN 0 AND amount);
CREATE INDEX refunds_by_id ON refunds (id);
CREATE INDEX refunds_to_try ON refunds (next_try_at) WHERE status IN ('refundInitiated', 'refundFailed') AND next_try_at IS NOT NULL;
CREATE INDEX refunds_open ON refunds (location_id, created_at) WHERE status <> 'refunded';

-- Nobody gets back more than was paid, whatever happens at once: the order's row is the lock of its refunds.
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

-- What is to be done at a gateway, written in the transaction that decides it and done afterwards. The id is the
-- reference that the gateway knows it by: asked twice, it is done once.
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
-- One thing at a time is done with a payment; parts of it may go back in several refunds.
CREATE UNIQUE INDEX gateway_operations_one_at_a_time ON gateway_operations (location_id, order_id, payment_id)
  WHERE status = 'waiting' AND kind <> 'refund';
CREATE UNIQUE INDEX gateway_operations_of_refund ON gateway_operations (location_id, order_id, refund_id, payment_id)
  WHERE status IN ('waiting', 'done', 'givenUp') AND kind = 'refund';
SELECT keep_to_locations('gateway_operations');

-- The books of the simulated gateway: what a real one would keep at its own place.
CREATE TABLE simulated_gateway (
  reference uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('authorise', 'capture', 'void', 'refund')),
  payment uuid NOT NULL,
  amount bigint NOT NULL,
  accepted boolean NOT NULL,
  problem text,
  final boolean NOT NULL DEFAULT false,
  asked integer NOT NULL DEFAULT 1,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX simulated_gateway_by_payment ON simulated_gateway (payment);
REVOKE ALL ON simulated_gateway FROM aisle_located;

CREATE SEQUENCE return_number START 70001;
-- A shopper's request about lines of a delivered order: give back, or have replaced.
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
  -- Taken although the return window was over: who decided so says why.
  override_note text,
  -- Made and reserved when a replacement is approved.
  replacement_order_id uuid,
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
  -- What came in, and in which condition; null until it was inspected.
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

ALTER TABLE refunds ADD FOREIGN KEY (location_id, return_id) REFERENCES returns (location_id, id);
CREATE UNIQUE INDEX refunds_of_return ON refunds (location_id, return_id) WHERE return_id IS NOT NULL;
