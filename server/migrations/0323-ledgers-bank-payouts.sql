-- Payouts from a provider to the bank, each reconciled with the transactions in it. The sums are those of its rows.
CREATE TABLE bank_payouts (
  id uuid PRIMARY KEY,
  provider text NOT NULL,
  provider_id text NOT NULL,
  amount bigint NOT NULL,
  arrives_on date NOT NULL,
  bank_status text NOT NULL CHECK (bank_status IN ('inTransit', 'paid', 'failed', 'canceled')),
  -- The provider names the contents of automatic payouts only, some time after it paid them.
  is_automatic boolean NOT NULL,
  is_complete boolean NOT NULL DEFAULT false,
  charges bigint NOT NULL DEFAULT 0,
  refunds bigint NOT NULL DEFAULT 0,
  disputes bigint NOT NULL DEFAULT 0,
  fees bigint NOT NULL DEFAULT 0,
  transfers bigint NOT NULL DEFAULT 0,
  other bigint NOT NULL DEFAULT 0,
  row_count integer NOT NULL DEFAULT 0,
  unmatched integer NOT NULL DEFAULT 0,
  closed_at timestamptz,
  closed_by uuid,
  closed_by_name text,
  is_settled boolean NOT NULL GENERATED ALWAYS AS (is_complete AND unmatched = 0
    AND (NOT is_automatic OR amount = charges + refunds + disputes + fees + transfers + other)) STORED,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT bank_payouts_closed CHECK (closed_at IS NULL OR (is_settled AND closed_by_name IS NOT NULL))
);
CREATE UNIQUE INDEX bank_payouts_once ON bank_payouts (provider, provider_id);
CREATE INDEX bank_payouts_latest ON bank_payouts (arrives_on DESC, id DESC);
CREATE INDEX bank_payouts_open ON bank_payouts (id) WHERE closed_at IS NULL;
REVOKE ALL ON bank_payouts FROM aisle_located;
SELECT versioned('bank_payouts');

-- Until when the transactions of each provider were read.
CREATE TABLE provider_balances (
  provider text PRIMARY KEY,
  read_until timestamptz NOT NULL
);
REVOKE ALL ON provider_balances FROM aisle_located;
