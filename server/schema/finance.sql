CREATE SEQUENCE statement_number START 2001;

-- Statements of locations. Positive amounts are owed to the location. Amounts never change, and the status follows the
-- payouts.
CREATE TABLE statements (
  location_id uuid NOT NULL REFERENCES locations,
  id uuid NOT NULL,
  number bigint NOT NULL DEFAULT nextval('statement_number'),
  -- The first and last day in the location's time zone.
  from_day date NOT NULL,
  to_day date NOT NULL,
  -- Entries posted at or after this time belong to the next statement.
  cut timestamptz NOT NULL,
  status text NOT NULL CHECK (status IN ('open', 'paid', 'carried')),
  -- The number of entries and the number of sales in the statement.
  entries integer NOT NULL CHECK (entries > 0),
  orders integer NOT NULL,
  goods bigint NOT NULL,
  tax bigint NOT NULL,
  commission bigint NOT NULL,
  discounts bigint NOT NULL,
  coins bigint NOT NULL,
  refunds bigint NOT NULL,
  corrections bigint NOT NULL,
  adjustments bigint NOT NULL,
  -- Tax that the marketplace remits for the location's orders. Not part of the total.
  tax_remitted bigint NOT NULL,
  -- The total of the previous statement, if it was carried over.
  carried_in bigint NOT NULL DEFAULT 0,
  carried_from uuid,
  total bigint NOT NULL,
  -- Null if the schedule created the statement.
  created_by uuid,
  created_by_name text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- The location's part of promotions.
  promotions bigint NOT NULL DEFAULT 0,
  CONSTRAINT statements_period CHECK (from_day <= to_day),
  CONSTRAINT statements_carried_in CHECK (carried_from IS NOT NULL OR carried_in = 0),
  CONSTRAINT statements_total
    CHECK (total = (goods + tax + commission + discounts + promotions + coins + refunds + corrections + adjustments + carried_in)),
  CONSTRAINT statements_worth_paying CHECK (total > 0 OR status = 'carried'),
  PRIMARY KEY (location_id, id),
  FOREIGN KEY (location_id, carried_from) REFERENCES statements (location_id, id)
);
CREATE INDEX statements_by_id ON statements (id);
CREATE UNIQUE INDEX statements_by_number ON statements (number);
CREATE INDEX statements_of_location ON statements (location_id, number DESC);
CREATE INDEX statements_by_status ON statements (status, to_day DESC, number DESC);
CREATE INDEX statements_newest ON statements (to_day DESC, number DESC);
-- A carried total is included in only one later statement.
CREATE UNIQUE INDEX statements_carried_from ON statements (location_id, carried_from) WHERE carried_from IS NOT NULL;
SELECT restrict_to_locations('statements');
SELECT versioned('statements');
REVOKE UPDATE ON statements FROM aisle_all, aisle_located;
GRANT UPDATE (updated_at) ON statements TO aisle_all;
GRANT UPDATE (updated_at) ON statements TO aisle_located;

-- Payments to locations that settle statements. A payment that the bank returned is voided, not deleted.
CREATE TABLE payouts (
  location_id uuid NOT NULL,
  id uuid NOT NULL,
  statement_id uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  method text NOT NULL CHECK (method IN (
    'bankTransfer',
    'check',
    'cash',
    'other',
    'stripe')),
  reference text NOT NULL,
  paid_on date NOT NULL,
  -- The end of the number of the bank account that it was sent to. Null for other methods, and without a known account.
  account_last4 text,
  -- The payout run that made the payout. Null if it was recorded separately.
  run_id uuid,
  user_id uuid,
  user_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The cause_id of the journal that reverses the payout.
  void_id uuid,
  voided_at timestamptz,
  void_reason text,
  voided_by uuid,
  voided_by_name text,
  -- The provider that transferred it, and its ID of the transfer.
  provider text,
  transfer_ref text,
  CONSTRAINT payouts_transferred CHECK ((provider IS NULL) = (transfer_ref IS NULL)),
  CONSTRAINT payouts_voided CHECK (num_nulls(void_id, voided_at, void_reason, voided_by_name) = ANY (ARRAY[0, 4])),
  PRIMARY KEY (location_id, id),
  FOREIGN KEY (location_id, statement_id) REFERENCES statements (location_id, id)
);
CREATE UNIQUE INDEX payouts_of_statement ON payouts (location_id, statement_id) WHERE voided_at IS NULL;
CREATE INDEX payouts_all_of_statement ON payouts (location_id, statement_id);
CREATE UNIQUE INDEX payouts_by_void ON payouts (location_id, void_id) WHERE void_id IS NOT NULL;
CREATE UNIQUE INDEX payouts_by_transfer ON payouts (provider, transfer_ref) WHERE transfer_ref IS NOT NULL;
CREATE INDEX payouts_by_run ON payouts (run_id) WHERE run_id IS NOT NULL;
-- A run pays a statement once, even if it continues after one of its payouts was voided.
CREATE UNIQUE INDEX payouts_once_in_run ON payouts (run_id, statement_id) WHERE run_id IS NOT NULL;
SELECT restrict_to_locations('payouts');
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON payouts FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
REVOKE DELETE ON payouts FROM aisle_all, aisle_located;

-- Transfers whose outcome isn't known yet: the payout is recorded when the provider has made it. Its ID is the reference, so that
-- repeating the request has no effect.
CREATE TABLE payout_transfers (
  location_id uuid NOT NULL,
  statement_id uuid NOT NULL,
  payout_id uuid NOT NULL,
  provider text NOT NULL,
  account_ref text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  -- The payout run that it belongs to. Null if the statement is paid by itself.
  run_id uuid,
  -- The provider itself failed, so it is asked for the transfer before the request is repeated.
  must_look boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The payout that will be recorded: its day, its reference if it isn't the provider's ID of the transfer, and its user.
  paid_on date NOT NULL,
  reference text,
  user_id uuid,
  user_name text NOT NULL,
  -- The idempotency key, and since when it is sent.
  key text NOT NULL,
  key_since timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  -- When the request is repeated. Later while a server waits for the response.
  next_at timestamptz NOT NULL DEFAULT now(),
  problem text,
  PRIMARY KEY (location_id, statement_id),
  FOREIGN KEY (location_id, statement_id) REFERENCES statements (location_id, id)
);
CREATE INDEX payout_transfers_due ON payout_transfers (next_at);
SELECT restrict_to_locations('payout_transfers');

-- Transfers that the provider paid to the bank of the location, until the bank returns them.
CREATE TABLE transfers_in_bank (
  location_id uuid NOT NULL,
  payout_id uuid NOT NULL,
  paid_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, payout_id),
  FOREIGN KEY (location_id, payout_id) REFERENCES payouts (location_id, id)
);
SELECT restrict_to_locations('transfers_in_bank');

-- Manual additions to and deductions from a location's balance.
CREATE TABLE adjustments (
  location_id uuid NOT NULL REFERENCES locations,
  id uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount <> 0),
  reason text NOT NULL,
  note text,
  user_id uuid,
  user_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, id)
);
SELECT restrict_to_locations('adjustments');
SELECT append_only('adjustments');

-- The statement of each ledger entry in the account locationPayable. Null until the entry is on a statement.
CREATE TABLE payable_entries (
  location_id uuid NOT NULL,
  journal_id uuid NOT NULL,
  position smallint NOT NULL,
  posted_at timestamptz NOT NULL,
  -- The negated ledger amount. Positive amounts are owed to the location.
  amount bigint NOT NULL,
  -- The statement sum that includes the entry. Payouts settle a statement and are in none of its sums.
  section text NOT NULL CHECK (section IN ('goods', 'tax', 'commission', 'discounts', 'promotions', 'coins', 'refunds',
    'corrections', 'adjustments', 'payout')),
  statement_id uuid,
  CONSTRAINT payable_entries_corrections CHECK (section <> 'corrections' OR statement_id IS NOT NULL),
  CONSTRAINT payable_entries_payout CHECK (section <> 'payout' OR statement_id IS NOT NULL),
  PRIMARY KEY (location_id, journal_id, "position"),
  FOREIGN KEY (location_id, journal_id, "position") REFERENCES ledger_entries (location_id, journal_id, "position")
);
CREATE INDEX payable_entries_unstated ON payable_entries (location_id, posted_at) INCLUDE (amount, section)
  WHERE statement_id IS NULL;
CREATE INDEX payable_entries_of_statement ON payable_entries (location_id, statement_id, posted_at)
  WHERE statement_id IS NOT NULL;
SELECT restrict_to_locations('payable_entries');
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON payable_entries FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
REVOKE INSERT, UPDATE, DELETE ON payable_entries FROM aisle_all, aisle_located;
GRANT UPDATE (section, statement_id) ON payable_entries TO aisle_all;
GRANT UPDATE (section, statement_id) ON payable_entries TO aisle_located;

CREATE SEQUENCE payout_run_number;

-- Payout runs. A job pays their statements one by one. Users of single locations see only runs that they created.
CREATE TABLE payout_runs (
  id uuid PRIMARY KEY,
  -- Null for runs before they had numbers.
  number bigint DEFAULT nextval('payout_run_number'),
  -- The latest job of the run.
  job_id uuid NOT NULL,
  method text NOT NULL CHECK (method IN (
    'bankTransfer',
    'check',
    'cash',
    'other',
    'stripe')),
  paid_on date NOT NULL,
  -- [{ "key", "name" }], created when the run is finished and deleted after some days like other exports.
  files jsonb NOT NULL DEFAULT '[]'::jsonb,
  no_ach_file text,
  user_id uuid,
  user_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz
);
CREATE UNIQUE INDEX payout_runs_by_number ON payout_runs (number);
CREATE INDEX payout_runs_by_age ON payout_runs (created_at DESC, id DESC);
SELECT restrict_to('payout_runs', 'user_id = (SELECT actor_id())', 'user_id = (SELECT actor_id())');

-- The outcome of a payout run for each of its statements.
CREATE TABLE payout_run_results (
  location_id uuid NOT NULL REFERENCES locations,
  run_id uuid NOT NULL REFERENCES payout_runs,
  -- No foreign key, since a statement that couldn't be paid may be discarded later.
  statement_id uuid NOT NULL,
  number bigint NOT NULL,
  amount bigint NOT NULL,
  -- The payout if the statement was paid, or the problem that prevented it. Both are null while it waits.
  payout_id uuid,
  problem text,
  CONSTRAINT payout_run_results_settled CHECK (payout_id IS NULL OR problem IS NULL),
  PRIMARY KEY (location_id, run_id, statement_id),
  FOREIGN KEY (location_id, payout_id) REFERENCES payouts (location_id, id)
);
CREATE INDEX payout_run_results_by_run ON payout_run_results (run_id, number);
SELECT restrict_to_locations('payout_run_results');

-- Periods that the statement schedule has processed. Each location and period is processed once, even if there were no
-- entries or the statement was discarded later.
CREATE TABLE scheduled_statements (
  location_id uuid NOT NULL REFERENCES locations ON DELETE CASCADE,
  period_end date NOT NULL,
  -- Null if there were no entries. No foreign key, since statements may be discarded.
  statement_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When finance was notified about the statement.
  notified_at timestamptz,
  PRIMARY KEY (location_id, period_end)
);
SELECT restrict_to_locations('scheduled_statements');
SELECT read_only_for_locations('scheduled_statements');

ALTER TABLE payouts ADD FOREIGN KEY (run_id) REFERENCES payout_runs(id);

CREATE SEQUENCE vendor_claim_number START 1001;

-- Claims against vendors for their part of promotions. A claim closes every entry of the vendor that is on no claim yet.
-- Amounts never change. The payment is recorded once.
CREATE TABLE vendor_claims (
  id uuid PRIMARY KEY,
  number bigint NOT NULL DEFAULT nextval('vendor_claim_number'),
  vendor_id uuid NOT NULL REFERENCES vendors,
  -- The day of the first entry and the last day of the period, in the zone of the marketplace.
  from_day date NOT NULL,
  to_day date NOT NULL,
  -- Entries posted at or after this time belong to the next claim.
  cut timestamptz NOT NULL,
  entries integer NOT NULL CHECK (entries > 0),
  amount bigint NOT NULL CHECK (amount > 0),
  created_by uuid,
  created_by_name text NOT NULL,
  method text CHECK (method IN ('bankTransfer', 'check', 'cash', 'other')),
  reference text,
  paid_on date,
  settled_at timestamptz,
  settled_by uuid,
  settled_by_name text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT vendor_claims_settled CHECK (num_nulls(method, reference, paid_on, settled_at, settled_by_name) IN (0, 5))
);
CREATE UNIQUE INDEX vendor_claims_number ON vendor_claims (number);
CREATE INDEX vendor_claims_of_vendor ON vendor_claims (vendor_id, cut);
SELECT versioned('vendor_claims');
SELECT restrict_to('vendor_claims', 'false', 'false');
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON vendor_claims FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
REVOKE UPDATE, DELETE ON vendor_claims FROM aisle_all;
REVOKE INSERT, UPDATE, DELETE ON vendor_claims FROM aisle_located;
GRANT UPDATE (method, reference, paid_on, settled_at, settled_by, settled_by_name, version, updated_at) ON vendor_claims TO aisle_all;

-- The ledger entries of claims. An entry is on one claim at most.
CREATE TABLE vendor_claim_entries (
  location_id uuid NOT NULL,
  journal_id uuid NOT NULL,
  position smallint NOT NULL,
  claim_id uuid NOT NULL REFERENCES vendor_claims,
  PRIMARY KEY (location_id, journal_id, "position"),
  FOREIGN KEY (location_id, journal_id, "position") REFERENCES ledger_entries (location_id, journal_id, "position")
);
CREATE INDEX vendor_claim_entries_of_claim ON vendor_claim_entries (claim_id);
SELECT restrict_to('vendor_claim_entries', 'false', 'false');
SELECT append_only('vendor_claim_entries');
REVOKE ALL ON vendor_claim_entries FROM aisle_located;

-- The entries of a claim by promotion and item, as the vendor gets them.
CREATE TABLE vendor_claim_lines (
  claim_id uuid NOT NULL REFERENCES vendor_claims,
  position integer NOT NULL,
  location_id uuid NOT NULL,
  journal_id uuid NOT NULL,
  order_id uuid NOT NULL,
  -- Null for a promotion of the delivery fee.
  line_id uuid,
  promotion_id uuid NOT NULL REFERENCES promotions,
  -- Negative for refunds.
  units numeric(14,3) NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (claim_id, "position"),
  FOREIGN KEY (location_id, journal_id) REFERENCES journals (location_id, id),
  FOREIGN KEY (location_id, order_id, line_id) REFERENCES order_lines (location_id, order_id, id)
);
SELECT restrict_to('vendor_claim_lines', 'false', 'false');
SELECT append_only('vendor_claim_lines');
REVOKE ALL ON vendor_claim_lines FROM aisle_located;
