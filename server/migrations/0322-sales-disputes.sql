-- Movements of the money that a provider of card payments holds for the marketplace, as the provider reports them. Each is
-- posted once, when it is matched with a record here or resolved by a person.
CREATE TABLE provider_transactions (
  id uuid PRIMARY KEY,
  provider text NOT NULL,
  -- The provider's ID of the transaction, and of the charge, refund, dispute, transfer or payout that caused it.
  provider_id text NOT NULL,
  source_id text,
  -- The provider's own category, from which the kind follows.
  category text NOT NULL,
  kind text NOT NULL CHECK (kind IN (
    'payment',
    'refund',
    'dispute',
    'fee',
    'transfer',
    'payout',
    'other')),
  -- In cents, before the provider's fee. Positive amounts increase the balance.
  amount bigint NOT NULL,
  fee bigint NOT NULL,
  description text,
  occurred_at timestamptz NOT NULL,
  -- When the provider can pay it out.
  available_at timestamptz NOT NULL,
  -- The payment and the gateway operation that the provider names.
  payment_id uuid,
  operation_id uuid,
  -- The order that the provider names, or the matched one. The location is known once it is matched.
  order_id uuid,
  location_id uuid,
  -- The provider's ID of the payout to the bank that contains it.
  payout_id text,
  state text NOT NULL DEFAULT 'unmatched' CHECK (state IN ('unmatched', 'matched', 'resolved')),
  resolved_as text CHECK (resolved_as IN ('payment', 'refund', 'dispute', 'fee', 'other')),
  resolve_reason text,
  resolved_by uuid,
  resolved_by_name text,
  resolved_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT provider_transactions_resolved CHECK ((state = 'resolved')
    = (num_nulls(resolved_as, resolve_reason, resolved_by_name, resolved_at) = 0))
);
CREATE UNIQUE INDEX provider_transactions_once ON provider_transactions (provider, provider_id);
CREATE INDEX provider_transactions_of_payout ON provider_transactions (payout_id, occurred_at, id) WHERE payout_id IS NOT NULL;
CREATE INDEX provider_transactions_in_balance ON provider_transactions (available_at) WHERE payout_id IS NULL;
CREATE INDEX provider_transactions_unmatched ON provider_transactions (id) WHERE state = 'unmatched';
CREATE INDEX provider_transactions_by_order ON provider_transactions (location_id, order_id) WHERE order_id IS NOT NULL;
SELECT restrict_to('provider_transactions', 'false', 'false');
REVOKE ALL ON provider_transactions FROM aisle_located;
REVOKE UPDATE, DELETE ON provider_transactions FROM aisle_all;
GRANT UPDATE (payout_id, state, location_id, order_id, resolved_as, resolve_reason, resolved_by, resolved_by_name,
  resolved_at) ON provider_transactions TO aisle_all;

CREATE SEQUENCE dispute_number START 1001;

-- Disputes of card payments: customers take a charge back through their bank.
CREATE TABLE disputes (
  location_id uuid NOT NULL,
  id uuid NOT NULL,
  number bigint NOT NULL DEFAULT nextval('dispute_number'),
  order_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  provider text NOT NULL,
  -- The provider's ID of the dispute and its own status, from which the status follows.
  provider_id text NOT NULL,
  provider_status text NOT NULL,
  status text NOT NULL CHECK (status IN (
    'inquiry',
    'needsResponse',
    'underReview',
    'won',
    'lost',
    'closed')),
  amount bigint NOT NULL CHECK (amount > 0),
  fee bigint NOT NULL DEFAULT 0,
  reason text NOT NULL,
  due_by timestamptz,
  is_charge_refundable boolean NOT NULL DEFAULT false,
  -- The draft. It leaves Aisle when it is submitted.
  evidence jsonb NOT NULL DEFAULT '{}'::jsonb,
  submitted_at timestamptz,
  -- The stage that was answered last: each takes one answer.
  answered_stage text CHECK (answered_stage IN ('inquiry', 'dispute', 'appeal')),
  is_accepted boolean NOT NULL DEFAULT false,
  -- The answer that is on its way to the provider, how often it was tried, and when it is tried again.
  sending text CHECK (sending IN ('evidence', 'accept')),
  attempts smallint NOT NULL DEFAULT 0,
  next_try_at timestamptz,
  -- Why the provider refused the answer.
  problem text,
  funded_by text NOT NULL CHECK (funded_by IN ('marketplace', 'location')),
  -- The part of the amount that the location pays, as posted.
  location_pays bigint NOT NULL DEFAULT 0,
  -- When staff were reminded of the deadline.
  reminded_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT disputes_sending CHECK ((sending IS NULL) = (next_try_at IS NULL)),
  PRIMARY KEY (location_id, id),
  FOREIGN KEY (location_id, order_id, payment_id) REFERENCES payments (location_id, order_id, id)
);
CREATE UNIQUE INDEX disputes_by_id ON disputes (id);
CREATE UNIQUE INDEX disputes_once ON disputes (provider, provider_id);
CREATE UNIQUE INDEX disputes_by_number ON disputes (number);
CREATE INDEX disputes_of_order ON disputes (location_id, order_id, id);
CREATE INDEX disputes_newest ON disputes (created_at DESC, id DESC);
CREATE INDEX disputes_by_due ON disputes (due_by) WHERE status IN ('inquiry', 'needsResponse');
CREATE INDEX disputes_to_send ON disputes (next_try_at) WHERE next_try_at IS NOT NULL;
SELECT restrict_to_locations('disputes');
CREATE POLICY placed_by_key ON disputes AS RESTRICTIVE TO aisle_key USING (EXISTS ( SELECT
   FROM orders o
  WHERE o.location_id = disputes.location_id AND o.id = disputes.order_id));
SELECT versioned('disputes');

-- Files of the evidence of disputes, one of each kind.
CREATE TABLE dispute_files (
  location_id uuid NOT NULL,
  dispute_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN (
    'receipt',
    'shippingDocumentation',
    'customerCommunication',
    'customerSignature',
    'otherFile')),
  file_id uuid NOT NULL REFERENCES files,
  PRIMARY KEY (location_id, dispute_id, kind),
  FOREIGN KEY (location_id, dispute_id) REFERENCES disputes (location_id, id)
);
CREATE INDEX dispute_files_by_file ON dispute_files (file_id);
SELECT restrict_to_locations('dispute_files');
CREATE POLICY placed_by_key ON dispute_files AS RESTRICTIVE TO aisle_key USING (false);

-- Several notices about card payments can be open at once, since each has its own text.
ALTER TABLE notices DROP CONSTRAINT notices_kind_check,
  ADD CONSTRAINT notices_kind_check CHECK (kind IN (
    'outOfStock',
    'low',
    'expiring',
    'drift',
    'late',
    'statements',
    'backup',
    'keys',
    'ticketAssigned',
    'ticketReply',
    'ticketDue',
    'dispute',
    'cardPayments'));
DROP INDEX notices_once;
CREATE UNIQUE INDEX notices_once ON notices (kind, location_id, sub_product_id, lot_id, order_id) NULLS NOT DISTINCT
  WHERE over_at IS NULL AND kind NOT IN ('drift', 'cardPayments') AND ticket_id IS NULL;
