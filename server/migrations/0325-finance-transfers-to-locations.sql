-- Accounts of locations at a provider of card payments, to which it can transfer payouts. A location without a row has none.
CREATE TABLE connected_accounts (
  location_id uuid PRIMARY KEY REFERENCES locations ON DELETE CASCADE,
  provider text NOT NULL,
  account_ref text NOT NULL,
  state text NOT NULL DEFAULT 'incomplete' CHECK (state IN ('incomplete', 'active', 'restricted')),
  -- What the provider still needs, in its own words.
  missing text[] NOT NULL DEFAULT '{}',
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX connected_accounts_by_ref ON connected_accounts (provider, account_ref);
SELECT restrict_to_locations('connected_accounts');

-- Transfers whose outcome isn't known yet: the payout is recorded when the provider has made it. Its ID is the reference, so that
-- repeating the request has no effect.
CREATE TABLE payout_transfers (
  location_id uuid NOT NULL,
  statement_id uuid NOT NULL,
  payout_id uuid NOT NULL,
  provider text NOT NULL,
  account_ref text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  run_id uuid NOT NULL,
  -- The provider itself failed, so it is asked for the transfer before the request is repeated.
  must_look boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, statement_id),
  FOREIGN KEY (location_id, statement_id) REFERENCES statements (location_id, id)
);
SELECT restrict_to_locations('payout_transfers');

ALTER TABLE payouts DROP CONSTRAINT payouts_method_check,
  ADD CONSTRAINT payouts_method_check CHECK (method IN (
    'bankTransfer',
    'check',
    'cash',
    'other',
    'stripe')),
  ADD COLUMN provider text,
  ADD COLUMN transfer_ref text,
  ADD CONSTRAINT payouts_transferred CHECK ((provider IS NULL) = (transfer_ref IS NULL));
CREATE UNIQUE INDEX payouts_by_transfer ON payouts (provider, transfer_ref) WHERE transfer_ref IS NOT NULL;
ALTER TABLE payout_runs DROP CONSTRAINT payout_runs_method_check,
  ADD CONSTRAINT payout_runs_method_check CHECK (method IN (
    'bankTransfer',
    'check',
    'cash',
    'other',
    'stripe'));

-- Transfers that the provider paid to the bank of the location, until the bank returns them.
CREATE TABLE transfers_in_bank (
  location_id uuid NOT NULL,
  payout_id uuid NOT NULL,
  paid_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, payout_id),
  FOREIGN KEY (location_id, payout_id) REFERENCES payouts (location_id, id)
);
SELECT restrict_to_locations('transfers_in_bank');
