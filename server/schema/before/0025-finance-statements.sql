-- What locations are owed: the entries of their account, the statements that add them up, the payouts that settle
-- these, and adjustments by hand.

ALTER TABLE ledger_entries
  DROP CONSTRAINT ledger_entries_account_check,
  ADD CONSTRAINT ledger_entries_account_check CHECK (account IN ('customerPayments', 'locationPayable',
    'commissionIncome', 'deliveryIncome', 'taxPayable', 'refunds', 'coinsLiability', 'discounts', 'payouts',
    'adjustments', 'subscriptionIncome', 'coinsExpired')),
  DROP CONSTRAINT ledger_entries_part_check,
  ADD CONSTRAINT ledger_entries_part_check CHECK (part IN ('payment', 'goods', 'tax', 'commission', 'deliveryFee',
    'discount', 'coins', 'earned', 'refund', 'payout', 'adjustment'));

CREATE SEQUENCE statement_number START 2001;
-- The sums are signed as the location sees them and never change; its status follows its payouts.
CREATE TABLE statements (
  location_id uuid NOT NULL REFERENCES locations,
  id uuid NOT NULL,
  number bigint NOT NULL DEFAULT nextval('statement_number'),
  -- Days in the location's time zone, both included.
  from_day date NOT NULL,
  to_day date NOT NULL,
  -- Entries posted from this moment on wait for the next statement.
  cut timestamptz NOT NULL,
  status text NOT NULL CHECK (status IN ('open', 'paid', 'carried')),
  -- How many entries and how many sales it adds up.
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
  -- Tax of its orders that the marketplace remits: no part of the total.
  tax_remitted bigint NOT NULL,
  -- The total of the carried statement before it.
  carried_in bigint NOT NULL DEFAULT 0,
  carried_from uuid,
  total bigint NOT NULL,
  -- Null: made by the schedule.
  created_by uuid,
  created_by_name text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, id),
  FOREIGN KEY (location_id, carried_from) REFERENCES statements (location_id, id),
  CONSTRAINT statements_period CHECK (from_day <= to_day),
  CONSTRAINT statements_carried_in CHECK (carried_from IS NOT NULL OR carried_in = 0),
  CONSTRAINT statements_total CHECK (total = goods + tax + commission + discounts + coins + refunds + corrections
    + adjustments + carried_in),
  CONSTRAINT statements_worth_paying CHECK (total > 0 OR status = 'carried')
);
CREATE INDEX statements_by_id ON statements (id);
CREATE UNIQUE INDEX statements_by_number ON statements (number);
CREATE INDEX statements_of_location ON statements (location_id, number DESC);
CREATE INDEX statements_by_status ON statements (status, to_day DESC, number DESC);
CREATE INDEX statements_newest ON statements (to_day DESC, number DESC);
-- A carried total is taken in once.
CREATE UNIQUE INDEX statements_carried_from ON statements (location_id, carried_from) WHERE carried_from IS NOT NULL;
SELECT keep_to_locations('statements');
SELECT versioned('statements');
-- The status is changed by the trigger on payouts alone.
REVOKE UPDATE, TRUNCATE ON statements FROM aisle_all, aisle_located;
-- For row locks.
GRANT UPDATE (updated_at) ON statements TO aisle_all, aisle_located;

-- A transfer to a location that settles a statement. One that the bank sent back is voided, and stays.
CREATE TABLE payouts (
  location_id uuid NOT NULL,
  id uuid NOT NULL,
  statement_id uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  method text NOT NULL CHECK (method IN ('bankTransfer', 'check', 'cash', 'other')),
  reference text NOT NULL,
  paid_on date NOT NULL,
  -- The payout run that paid it.
  run_id uuid,
  user_id uuid,
  user_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The cause of the journal that reverses it.
  void_id uuid,
  voided_at timestamptz,
  void_reason text,
  voided_by uuid,
  voided_by_name text,
  PRIMARY KEY (location_id, id),
  FOREIGN KEY (location_id, statement_id) REFERENCES statements (location_id, id),
  CONSTRAINT payouts_voided CHECK (num_nulls(void_id, voided_at, void_reason, voided_by_name) IN (0, 4))
);
CREATE UNIQUE INDEX payouts_of_statement ON payouts (location_id, statement_id) WHERE voided_at IS NULL;
CREATE INDEX payouts_all_of_statement ON payouts (location_id, statement_id);
CREATE UNIQUE INDEX payouts_by_void ON payouts (location_id, void_id) WHERE void_id IS NOT NULL;
CREATE INDEX payouts_by_run ON payouts (run_id) WHERE run_id IS NOT NULL;
SELECT keep_to_locations('payouts');
REVOKE DELETE, TRUNCATE ON payouts FROM aisle_all, aisle_located;

-- What finance adds to what a location is owed, or takes off.
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
SELECT keep_to_locations('adjustments');
SELECT append_only('adjustments');

-- One row for each entry of the account locationPayable, with the statement it is on: null until there is one.
CREATE TABLE payable_entries (
  location_id uuid NOT NULL,
  journal_id uuid NOT NULL,
  position smallint NOT NULL,
  posted_at timestamptz NOT NULL,
  -- As the location sees it: above zero is owed to it.
  amount bigint NOT NULL,
  -- The part of a statement that it counts in. A payout settles its statement and is no part of its sums.
  section text NOT NULL CHECK (section IN ('goods', 'tax', 'commission', 'discounts', 'coins', 'refunds',
    'corrections', 'adjustments', 'payout')),
  statement_id uuid,
  PRIMARY KEY (location_id, journal_id, position),
  -- Whether a refund corrects a paid statement is decided when it is stated.
  CONSTRAINT payable_entries_corrections CHECK (section <> 'corrections' OR statement_id IS NOT NULL),
  CONSTRAINT payable_entries_payout CHECK (section <> 'payout' OR statement_id IS NOT NULL)
);

CREATE FUNCTION payable_section(kind text, part text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE kind
    WHEN 'sale' THEN CASE part WHEN 'goods' THEN 'goods' WHEN 'tax' THEN 'tax' WHEN 'commission' THEN 'commission'
      WHEN 'discount' THEN 'discounts' ELSE 'coins' END
    WHEN 'refund' THEN 'refunds'
    WHEN 'payout' THEN 'payout'
    ELSE 'adjustments' END
$$;

INSERT INTO payable_entries (location_id, journal_id, position, posted_at, amount, section)
SELECT e.location_id, e.journal_id, e.position, e.posted_at, -e.amount, payable_section(j.kind, e.part)
FROM ledger_entries e JOIN journals j ON j.location_id = e.location_id AND j.id = e.journal_id
WHERE e.account = 'locationPayable';

ALTER TABLE payable_entries
  ADD FOREIGN KEY (location_id, journal_id, position) REFERENCES ledger_entries (location_id, journal_id, position);
CREATE INDEX payable_entries_unstated ON payable_entries (location_id, posted_at) INCLUDE (amount, section)
  WHERE statement_id IS NULL;
CREATE INDEX payable_entries_of_statement ON payable_entries (location_id, statement_id, posted_at)
  WHERE statement_id IS NOT NULL;
SELECT keep_to_locations('payable_entries');
-- Rows come from the ledger alone; making and discarding statements moves them.
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON payable_entries FROM aisle_all, aisle_located;
GRANT UPDATE (statement_id, section) ON payable_entries TO aisle_all, aisle_located;
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON payable_entries
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Entries of payouts and voids belong to the statement they settle from the start.
CREATE FUNCTION add_payable_entries() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO payable_entries (location_id, journal_id, position, posted_at, amount, section, statement_id)
  SELECT e.location_id, e.journal_id, e.position, e.posted_at, -e.amount, payable_section(j.kind, e.part),
    CASE WHEN j.kind = 'payout' THEN (
      SELECT p.statement_id FROM payouts p WHERE p.location_id = j.location_id AND p.id = j.cause_id
      UNION ALL
      SELECT p.statement_id FROM payouts p WHERE p.location_id = j.location_id AND p.void_id = j.cause_id) END
  FROM added e JOIN journals j ON j.location_id = e.location_id AND j.id = e.journal_id
  WHERE e.account = 'locationPayable';
  RETURN NULL;
END $$;
CREATE TRIGGER add_payable_entries AFTER INSERT ON ledger_entries
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_payable_entries();

-- The sums of a statement's entries, in the columns of a statement.
CREATE FUNCTION sums_of_statement(location uuid, statement uuid) RETURNS TABLE (entries integer, orders integer,
  goods bigint, tax bigint, commission bigint, discounts bigint, coins bigint, refunds bigint, corrections bigint,
  adjustments bigint)
LANGUAGE sql STABLE AS $$
  SELECT count(*)::integer,
    count(DISTINCT journal_id) FILTER (WHERE section IN ('goods', 'tax', 'commission', 'discounts', 'coins'))::integer,
    coalesce(sum(amount) FILTER (WHERE section = 'goods'), 0)::bigint,
    coalesce(sum(amount) FILTER (WHERE section = 'tax'), 0)::bigint,
    coalesce(sum(amount) FILTER (WHERE section = 'commission'), 0)::bigint,
    coalesce(sum(amount) FILTER (WHERE section = 'discounts'), 0)::bigint,
    coalesce(sum(amount) FILTER (WHERE section = 'coins'), 0)::bigint,
    coalesce(sum(amount) FILTER (WHERE section = 'refunds'), 0)::bigint,
    coalesce(sum(amount) FILTER (WHERE section = 'corrections'), 0)::bigint,
    coalesce(sum(amount) FILTER (WHERE section = 'adjustments'), 0)::bigint
  FROM payable_entries WHERE location_id = location AND statement_id = statement AND section <> 'payout'
$$;

-- A new statement takes in the carried total before it, once.
CREATE FUNCTION check_new_statement() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  latest record;
BEGIN
  SELECT id, status, total INTO latest FROM statements
  WHERE location_id = NEW.location_id ORDER BY number DESC LIMIT 1;
  IF NEW.status = 'paid' THEN
    RAISE EXCEPTION 'a new statement is not paid' USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.carried_from, NEW.carried_in) IS DISTINCT FROM
    (CASE latest.status WHEN 'carried' THEN latest.id END, CASE latest.status WHEN 'carried' THEN latest.total ELSE 0 END) THEN
    RAISE EXCEPTION 'a statement takes in the total that was carried before it'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'statements_carried_in';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER check_new_statement BEFORE INSERT ON statements
FOR EACH ROW EXECUTE FUNCTION check_new_statement();

CREATE FUNCTION check_statement_sums() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  sums record;
BEGIN
  SELECT * INTO sums FROM sums_of_statement(NEW.location_id, NEW.id);
  IF sums IS DISTINCT FROM (NEW.entries, NEW.orders, NEW.goods, NEW.tax, NEW.commission, NEW.discounts, NEW.coins,
    NEW.refunds, NEW.corrections, NEW.adjustments) THEN
    RAISE EXCEPTION 'the sums of a statement are not those of its entries'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'statements_sums';
  END IF;
  RETURN NULL;
END $$;
-- After the whole statement of SQL, which writes the statement and moves its entries at once.
CREATE TRIGGER check_statement_sums AFTER INSERT ON statements
FOR EACH ROW EXECUTE FUNCTION check_statement_sums();

-- Only the status of a statement ever changes, and only as its payouts say.
CREATE FUNCTION check_statement_change() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  is_paid boolean := EXISTS (SELECT FROM payouts WHERE location_id = NEW.location_id AND statement_id = NEW.id
    AND voided_at IS NULL);
BEGIN
  IF to_jsonb(NEW) - '{status,version,updated_at}'::text[] <> to_jsonb(OLD) - '{status,version,updated_at}'::text[] THEN
    RAISE EXCEPTION 'a statement is never changed' USING ERRCODE = 'restrict_violation';
  END IF;
  IF NEW.status <> OLD.status AND (OLD.status, NEW.status, is_paid) NOT IN (('open', 'paid', true), ('paid', 'open', false)) THEN
    RAISE EXCEPTION 'the status of a statement follows its payouts'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'statements_paid';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER check_statement_change BEFORE UPDATE ON statements
FOR EACH ROW EXECUTE FUNCTION check_statement_change();

-- Only the latest statement of a location goes, and with it the place of its entries. Its payouts keep it by their key.
CREATE FUNCTION check_statement_discard() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM statements WHERE location_id = OLD.location_id AND number > OLD.number) THEN
    RAISE EXCEPTION 'only the latest statement can be discarded'
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'statements_latest';
  END IF;
  IF EXISTS (SELECT FROM payable_entries WHERE location_id = OLD.location_id AND statement_id = OLD.id) THEN
    RAISE EXCEPTION 'a statement with entries cannot be removed'
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'statements_sums';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER check_statement_discard AFTER DELETE ON statements
FOR EACH ROW EXECUTE FUNCTION check_statement_discard();

-- Entries are moved only as a statement is made or discarded: from no statement to a new one with their sums, or from
-- one that is gone to none.
CREATE FUNCTION check_payable_moves() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (
    SELECT FROM before b JOIN after a USING (location_id, journal_id, position)
    WHERE a.statement_id IS NOT DISTINCT FROM b.statement_id AND a.section <> b.section
      OR a.statement_id <> b.statement_id
      OR (a.amount, a.posted_at) IS DISTINCT FROM (b.amount, b.posted_at)
      OR a.section <> b.section AND (b.section, a.section) NOT IN (('refunds', 'corrections'), ('corrections', 'refunds'))
    UNION ALL
    SELECT FROM (SELECT count(*) AS all_of FROM before) b
    WHERE b.all_of <> (SELECT count(*) FROM before JOIN after USING (location_id, journal_id, position))
    UNION ALL
    SELECT FROM (SELECT DISTINCT location_id, statement_id FROM before WHERE statement_id IS NOT NULL) b
    JOIN statements s ON s.location_id = b.location_id AND s.id = b.statement_id
    JOIN LATERAL sums_of_statement(s.location_id, s.id) sums ON true
    WHERE sums.entries <> s.entries
    UNION ALL
    SELECT FROM (SELECT DISTINCT location_id, statement_id FROM after WHERE statement_id IS NOT NULL) a
    LEFT JOIN statements s ON s.location_id = a.location_id AND s.id = a.statement_id
    LEFT JOIN LATERAL sums_of_statement(s.location_id, s.id) sums ON true
    WHERE sums.entries IS DISTINCT FROM s.entries OR s.id IS NULL
  ) THEN
    RAISE EXCEPTION 'entries are moved only together with their statement'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payable_entries_moves';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER check_payable_moves AFTER UPDATE ON payable_entries
REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION check_payable_moves();

-- A payout pays all of an open statement. Voiding it is its only change, and opens the statement again.
CREATE FUNCTION apply_payout() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE statements SET status = 'paid' WHERE location_id = NEW.location_id AND id = NEW.statement_id
      AND status = 'open' AND total = NEW.amount AND NEW.voided_at IS NULL;
  ELSE
    UPDATE statements SET status = 'open' WHERE location_id = NEW.location_id AND id = NEW.statement_id
      AND status = 'paid' AND OLD.voided_at IS NULL AND NEW.voided_at IS NOT NULL
      AND to_jsonb(NEW) - '{void_id,voided_at,void_reason,voided_by,voided_by_name}'::text[]
        = to_jsonb(OLD) - '{void_id,voided_at,void_reason,voided_by,voided_by_name}'::text[];
  END IF;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'a payout pays the total of an open statement, and is only ever voided'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payouts_settle';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER apply_payout AFTER INSERT OR UPDATE ON payouts
FOR EACH ROW EXECUTE FUNCTION apply_payout();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON payouts
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- At commit the ledger holds what a payout, its void or an adjustment says.
CREATE FUNCTION check_payable_cause(location uuid, of_kind text, cause uuid, expected bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF expected IS DISTINCT FROM (SELECT sum(e.amount) FROM journals j
      JOIN payable_entries e ON e.location_id = j.location_id AND e.journal_id = j.id
      WHERE j.location_id = location AND j.kind = of_kind AND j.cause_id = cause) THEN
    RAISE EXCEPTION 'the ledger does not hold %', cause
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payable_entries_cause';
  END IF;
END $$;
CREATE FUNCTION check_payout_posted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM check_payable_cause(NEW.location_id, 'payout', NEW.id, -NEW.amount);
  IF NEW.void_id IS NOT NULL THEN
    PERFORM check_payable_cause(NEW.location_id, 'payout', NEW.void_id, NEW.amount);
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER check_payout_posted AFTER INSERT OR UPDATE ON payouts
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_payout_posted();
CREATE FUNCTION check_adjustment_posted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM check_payable_cause(NEW.location_id, 'correction', NEW.id, NEW.amount);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER check_adjustment_posted AFTER INSERT ON adjustments
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_adjustment_posted();
