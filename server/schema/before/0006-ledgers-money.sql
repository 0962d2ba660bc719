-- The append-only ledger of money, the simulated card gateway, and the nightly check of all ledgers.

-- A journal is one business event; its entries sum to zero.
CREATE TABLE journals (
  location_id uuid NOT NULL REFERENCES locations,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('sale', 'refund', 'payment', 'payout', 'correction')),
  cause_id uuid NOT NULL,
  order_id uuid,
  user_id uuid,
  posted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, id)
);
-- Makes posting idempotent: the same cause is refused the second time.
CREATE UNIQUE INDEX journals_cause ON journals (location_id, kind, cause_id);
CREATE INDEX journals_by_order ON journals (location_id, order_id);
SELECT keep_to_locations('journals');
SELECT append_only('journals');

CREATE TABLE ledger_entries (
  location_id uuid NOT NULL,
  journal_id uuid NOT NULL,
  position smallint NOT NULL,
  account text NOT NULL CHECK (account IN ('customerPayments', 'locationPayable', 'commissionIncome',
    'deliveryIncome', 'taxPayable', 'refunds', 'coinsLiability', 'discounts', 'payouts')),
  -- Distinguishes several entries of one account: which part of the sale it is. Earned coins are separate from coins
  -- that pay for an order.
  part text NOT NULL CHECK (part IN ('payment', 'goods', 'tax', 'commission', 'deliveryFee', 'discount', 'coins',
    'earned', 'refund', 'payout')),
  -- Cents: debit is positive, credit negative.
  amount bigint NOT NULL CHECK (amount <> 0),
  posted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, journal_id, position),
  FOREIGN KEY (location_id, journal_id) REFERENCES journals (location_id, id)
);
CREATE INDEX ledger_entries_by_account ON ledger_entries (location_id, account, posted_at);
SELECT keep_to_locations('ledger_entries');
SELECT append_only('ledger_entries');

CREATE FUNCTION check_journal_balance() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF (SELECT sum(amount) FROM ledger_entries e
      WHERE e.location_id = NEW.location_id AND e.journal_id = NEW.journal_id) <> 0 THEN
    RAISE EXCEPTION 'journal % does not sum to zero', NEW.journal_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
-- Checked at commit: each journal with new entries must be in balance.
CREATE CONSTRAINT TRIGGER check_journal_balance AFTER INSERT ON ledger_entries
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_journal_balance();

-- The records of the simulated gateway, which a real one would keep on its own servers.
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

-- Results of the nightly drift check: levels against movements, lots and reservations, journals, coin balances.
CREATE TABLE drift_checks (
  id uuid PRIMARY KEY,
  started_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  -- How many rows violate each invariant: [{ "claim", "broken", "sample" }].
  findings jsonb NOT NULL DEFAULT '[]',
  broken bigint NOT NULL DEFAULT 0
);
CREATE INDEX drift_checks_by_age ON drift_checks (started_at DESC);
REVOKE ALL ON drift_checks FROM aisle_located;
