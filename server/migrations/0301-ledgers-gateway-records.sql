ALTER TABLE payments
  ADD COLUMN payment_ref text,
  ADD COLUMN charge_ref text,
  ADD COLUMN card jsonb,
  ADD COLUMN hold_until timestamptz,
  ADD COLUMN fee bigint,
  ADD COLUMN saves_card boolean NOT NULL DEFAULT false;
CREATE UNIQUE INDEX payments_by_payment_ref ON payments (provider, payment_ref) WHERE payment_ref IS NOT NULL;
CREATE UNIQUE INDEX payments_by_charge_ref ON payments (provider, charge_ref) WHERE charge_ref IS NOT NULL;

ALTER TABLE subscription_payments
  ADD COLUMN payment_ref text,
  ADD COLUMN charge_ref text,
  ADD COLUMN fee bigint;
CREATE UNIQUE INDEX subscription_payments_by_payment_ref ON subscription_payments (provider, payment_ref)
  WHERE payment_ref IS NOT NULL;
CREATE UNIQUE INDEX subscription_payments_by_charge_ref ON subscription_payments (provider, charge_ref)
  WHERE charge_ref IS NOT NULL;

ALTER TABLE gateway_operations
  ADD COLUMN refund_ref text,
  ADD COLUMN key text,
  ADD COLUMN key_since timestamptz,
  ADD COLUMN must_look boolean NOT NULL DEFAULT false,
  ADD COLUMN pending_since timestamptz,
  ADD COLUMN client_secret text,
  ADD COLUMN leased_until timestamptz;
CREATE UNIQUE INDEX gateway_operations_by_refund_ref ON gateway_operations (provider, refund_ref) WHERE refund_ref IS NOT NULL;

-- Customers as gateways know them. Merged customers keep theirs, because cards belong to them.
CREATE TABLE gateway_customers (
  provider text NOT NULL,
  id text NOT NULL,
  customer_id uuid NOT NULL REFERENCES customers,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Set when the customer is erased, until the gateway has deleted its record.
  delete_since timestamptz,
  PRIMARY KEY (provider, id)
);
CREATE INDEX gateway_customers_by_customer ON gateway_customers (customer_id);
CREATE INDEX gateway_customers_to_delete ON gateway_customers (delete_since) WHERE delete_since IS NOT NULL;
REVOKE ALL ON gateway_customers FROM aisle_located;

-- Events that gateways reported. Their objects are read anew before an event is applied, so only their IDs are stored.
CREATE TABLE gateway_events (
  provider text NOT NULL,
  id text NOT NULL,
  type text NOT NULL,
  object_id text NOT NULL,
  -- The connected account of a location; null for the marketplace's own.
  account text,
  created_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  applied_at timestamptz,
  attempts smallint NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL DEFAULT now(),
  problem text,
  PRIMARY KEY (provider, id)
);
CREATE INDEX gateway_events_due ON gateway_events (next_at) WHERE applied_at IS NULL;
CREATE INDEX gateway_events_newest ON gateway_events (provider, created_at DESC);
REVOKE ALL ON gateway_events FROM aisle_located;
