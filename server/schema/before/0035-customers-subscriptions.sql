-- Subscription plans and what customers bought of them, and the books of the marketplace itself.

-- For the exclusion constraint on subscriptions.
CREATE EXTENSION IF NOT EXISTS btree_gist;

-- The marketplace's own set of books has this id instead of a location's. No actor's locations hold it, so that
-- row-level security shows its rows to people of all locations alone.
CREATE FUNCTION marketplace_books() RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT '00000000-0000-0000-0000-000000000000'::uuid $$;

-- The time zone of subscriptions, of coins that expire and of the marketplace's own books.
CREATE FUNCTION marketplace_time_zone() RETURNS text LANGUAGE sql STABLE AS
$$ SELECT coalesce((SELECT "values" ->> 'timeZone' FROM settings), 'America/Chicago') $$;
CREATE FUNCTION marketplace_name() RETURNS text LANGUAGE sql STABLE AS
$$ SELECT coalesce((SELECT "values" ->> 'brandName' FROM settings), 'Aisle') $$;

-- Every set of books that the actor may see: the locations' and the marketplace's.
CREATE VIEW sets_of_books WITH (security_invoker) AS
SELECT id, name, time_zone FROM locations
UNION ALL
SELECT marketplace_books(), marketplace_name(), marketplace_time_zone() WHERE (SELECT acts_at(marketplace_books()));
REVOKE INSERT, UPDATE, DELETE ON sets_of_books FROM aisle_all, aisle_located;

-- Replaces the foreign keys: a set of books is a location's or the marketplace's.
CREATE FUNCTION check_set_of_books() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.location_id = marketplace_books() THEN RETURN NULL; END IF;
  PERFORM FROM locations WHERE id = NEW.location_id FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'location % does not exist', NEW.location_id
      USING ERRCODE = 'foreign_key_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_TABLE_NAME || '_location_id_fkey';
  END IF;
  RETURN NULL;
END $$;
ALTER TABLE journals DROP CONSTRAINT journals_location_id_fkey;
ALTER TABLE account_sums DROP CONSTRAINT account_sums_location_id_fkey;
ALTER TABLE account_sums_until DROP CONSTRAINT account_sums_until_location_id_fkey;
CREATE TRIGGER check_set_of_books AFTER INSERT OR UPDATE OF location_id ON journals
FOR EACH ROW EXECUTE FUNCTION check_set_of_books();
CREATE TRIGGER check_set_of_books AFTER INSERT OR UPDATE OF location_id ON account_sums
FOR EACH ROW EXECUTE FUNCTION check_set_of_books();
CREATE TRIGGER check_set_of_books AFTER INSERT OR UPDATE OF location_id ON account_sums_until
FOR EACH ROW EXECUTE FUNCTION check_set_of_books();

CREATE FUNCTION keep_set_of_books() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM journals WHERE location_id = OLD.id) THEN
    RAISE EXCEPTION 'location % has journals', OLD.id
      USING ERRCODE = 'foreign_key_violation', TABLE = 'journals', CONSTRAINT = 'journals_location_id_fkey';
  END IF;
  DELETE FROM account_sums WHERE location_id = OLD.id;
  DELETE FROM account_sums_until WHERE location_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_set_of_books AFTER DELETE ON locations FOR EACH ROW EXECUTE FUNCTION keep_set_of_books();
-- The marketplace is no location.
ALTER TABLE locations ADD CONSTRAINT locations_not_the_marketplace
  CHECK (id <> '00000000-0000-0000-0000-000000000000'::uuid);

ALTER TABLE journals
  DROP CONSTRAINT journals_kind_check,
  ADD CONSTRAINT journals_kind_check
    CHECK (kind IN ('sale', 'refund', 'payment', 'payout', 'correction', 'subscription'));
ALTER TABLE ledger_entries
  DROP CONSTRAINT ledger_entries_part_check,
  ADD CONSTRAINT ledger_entries_part_check CHECK (part IN ('payment', 'goods', 'tax', 'commission', 'deliveryFee',
    'discount', 'coins', 'earned', 'refund', 'payout', 'adjustment', 'subscription')),
  -- What a location is owed is in its own books.
  ADD CONSTRAINT ledger_entries_of_the_marketplace CHECK (location_id <> '00000000-0000-0000-0000-000000000000'::uuid
    OR account NOT IN ('locationPayable', 'commissionIncome', 'deliveryIncome', 'taxPayable', 'payouts', 'adjustments'));

-- Posts to the marketplace's own books, also for people of single locations, who can't read them: a clerk who takes
-- the money for a subscription. Which of these journals they may post is up to the caller.
CREATE FUNCTION post_to_marketplace(journal uuid, of_kind text, cause uuid, of_order uuid, accounts text[], parts text[],
  amounts bigint[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH posted AS (
    INSERT INTO journals (location_id, id, kind, cause_id, order_id, user_id)
    VALUES (marketplace_books(), journal, of_kind, cause, of_order, actor_id())
  )
  INSERT INTO ledger_entries (location_id, journal_id, position, account, part, amount)
  SELECT marketplace_books(), journal, entry.position, entry.account, entry.part, entry.amount
  FROM unnest(accounts, parts, amounts) WITH ORDINALITY AS entry (account, part, amount, position)
$$;

-- As before, for any set of books.
CREATE OR REPLACE FUNCTION sum_accounts(place uuid, upto timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  since timestamptz;
  zone text := CASE place WHEN marketplace_books() THEN marketplace_time_zone()
    ELSE (SELECT time_zone FROM locations WHERE id = place) END;
BEGIN
  INSERT INTO account_sums_until VALUES (place, '-infinity') ON CONFLICT DO NOTHING;
  SELECT until INTO since FROM account_sums_until WHERE location_id = place FOR UPDATE;
  IF since >= upto THEN RETURN; END IF;
  WITH fresh AS (
    SELECT e.account, (e.posted_at AT TIME ZONE zone)::date AS day,
      coalesce(sum(e.amount) FILTER (WHERE e.amount > 0), 0) AS debits,
      coalesce(-sum(e.amount) FILTER (WHERE e.amount < 0), 0) AS credits
    FROM ledger_entries e
    WHERE e.location_id = place AND e.account = ANY (ledger_accounts()) AND e.posted_at >= since AND e.posted_at < upto
    GROUP BY 1, 2
  )
  INSERT INTO account_sums (location_id, account, day, debits, credits)
  SELECT place, f.account, f.day,
    coalesce(before.debits, 0) + sum(f.debits) OVER by_day, coalesce(before.credits, 0) + sum(f.credits) OVER by_day
  FROM fresh f
  LEFT JOIN LATERAL (SELECT s.debits, s.credits FROM account_sums s
    WHERE s.location_id = place AND s.account = f.account ORDER BY s.day DESC LIMIT 1) before ON true
  WINDOW by_day AS (PARTITION BY f.account ORDER BY f.day)
  ON CONFLICT (location_id, account, day) DO UPDATE SET debits = excluded.debits, credits = excluded.credits;
  UPDATE account_sums_until SET until = upto WHERE location_id = place;
END $$;

CREATE OR REPLACE FUNCTION wrong_account_sums(place uuid)
RETURNS TABLE (location_id uuid, account text, day date, debits bigint, credits bigint, entry_debits bigint,
  entry_credits bigint) LANGUAGE sql STABLE AS $$
  WITH posted AS (
    SELECT e.account, (e.posted_at AT TIME ZONE b.time_zone)::date AS day,
      coalesce(sum(e.amount) FILTER (WHERE e.amount > 0), 0) AS debits,
      coalesce(-sum(e.amount) FILTER (WHERE e.amount < 0), 0) AS credits
    FROM sets_of_books b JOIN account_sums_until u ON u.location_id = b.id
    JOIN ledger_entries e ON e.location_id = b.id AND e.posted_at < u.until
    WHERE b.id = place GROUP BY 1, 2
  ), totals AS (
    SELECT p.account, p.day, sum(p.debits) OVER by_day AS debits, sum(p.credits) OVER by_day AS credits FROM posted p
    WINDOW by_day AS (PARTITION BY p.account ORDER BY p.day)
  )
  SELECT place, account, day, kept.debits, kept.credits, t.debits::bigint, t.credits::bigint
  FROM totals t FULL JOIN (SELECT s.account, s.day, s.debits, s.credits FROM account_sums s WHERE s.location_id = place) kept
    USING (account, day)
  WHERE (kept.debits, kept.credits) IS DISTINCT FROM (t.debits, t.credits)
$$;

CREATE FUNCTION forget_account_sums_of_marketplace() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM forget_account_sums(marketplace_books());
  RETURN NULL;
END $$;
CREATE TRIGGER forget_account_sums AFTER UPDATE OF "values" ON settings
FOR EACH ROW WHEN (NEW."values" ->> 'timeZone' IS DISTINCT FROM OLD."values" ->> 'timeZone')
EXECUTE FUNCTION forget_account_sums_of_marketplace();

CREATE TABLE subscription_plans (
  id uuid PRIMARY KEY,
  description text,
  status boolean NOT NULL DEFAULT true,
  -- The edition that is sold now, with its name, for the unique key and for lists.
  edition integer NOT NULL DEFAULT 1,
  name text NOT NULL,
  created_by uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX subscription_plans_name ON subscription_plans (lower(name));
CREATE INDEX subscription_plans_in_order ON subscription_plans (name, id);
SELECT versioned('subscription_plans');
SELECT read_only_for_locations('subscription_plans');

-- What was for sale under the name of a plan; never changed, as subscriptions refer to it.
CREATE TABLE plan_editions (
  plan_id uuid NOT NULL REFERENCES subscription_plans ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  number integer NOT NULL CHECK (number > 0),
  name text NOT NULL,
  price bigint NOT NULL CHECK (price > 0),
  period text NOT NULL CHECK (period IN ('monthly', 'quarterly', 'yearly')),
  -- Null: the usual delivery fee.
  free_delivery_above bigint CHECK (free_delivery_above >= 0),
  discount_percent numeric(6,3) NOT NULL DEFAULT 0 CHECK (discount_percent BETWEEN 0 AND 50),
  coin_multiplier numeric(3,1) NOT NULL DEFAULT 1 CHECK (coin_multiplier BETWEEN 1 AND 10),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (plan_id, number)
);
SELECT read_only_for_locations('plan_editions');
REVOKE UPDATE, TRUNCATE ON plan_editions FROM aisle_all, aisle_located;
CREATE TRIGGER append_only BEFORE UPDATE OR TRUNCATE ON plan_editions
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE subscription_plans ADD CONSTRAINT subscription_plans_edition
  FOREIGN KEY (id, edition) REFERENCES plan_editions (plan_id, number) DEFERRABLE INITIALLY DEFERRED;

CREATE FUNCTION months_of_period(period text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT CASE period WHEN 'monthly' THEN 1 WHEN 'quarterly' THEN 3 ELSE 12 END $$;
-- So many months after the first start: on the same day of the month or its last, at the same time of day.
CREATE FUNCTION months_after(first_start timestamptz, months integer, zone text) RETURNS timestamptz
LANGUAGE sql STABLE PARALLEL SAFE AS
$$ SELECT ((first_start AT TIME ZONE zone) + make_interval(months => months)) AT TIME ZONE zone $$;

CREATE SEQUENCE subscription_invoice_number START 50001;
-- One period that a customer bought of a plan; a renewal is another row.
CREATE TABLE subscriptions (
  id uuid PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customers,
  plan_id uuid NOT NULL,
  edition integer NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  -- Periods are counted in months from the first start; this one ends after so many.
  first_starts_at timestamptz NOT NULL,
  months integer NOT NULL CHECK (months > 0),
  auto_renew boolean NOT NULL DEFAULT false,
  payment_type text NOT NULL CHECK (payment_type IN ('card', 'cash', 'terminal')),
  -- The gateway's token of the card; never a card number.
  card_token text,
  price bigint NOT NULL CHECK (price > 0),
  price_paid bigint NOT NULL DEFAULT 0 CHECK (price_paid BETWEEN 0 AND price),
  refunded bigint NOT NULL DEFAULT 0 CHECK (refunded >= 0),
  cancelled_at timestamptz,
  -- Why it was cancelled, or isn't renewed.
  reason text,
  invoice_number bigint NOT NULL DEFAULT nextval('subscription_invoice_number'),
  -- The one that it renews or that was changed into it.
  previous_id uuid REFERENCES subscriptions,
  kind text NOT NULL DEFAULT 'first' CHECK (kind IN ('first', 'renewal', 'change')),
  -- When the customer was mailed that it will be renewed.
  renewal_mailed_at timestamptz,
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (plan_id, edition) REFERENCES plan_editions (plan_id, number),
  CONSTRAINT subscriptions_period CHECK (starts_at < ends_at AND first_starts_at <= starts_at),
  CONSTRAINT subscriptions_card CHECK (payment_type = 'card' OR (card_token IS NULL AND NOT auto_renew)),
  CONSTRAINT subscriptions_previous CHECK ((kind = 'first') = (previous_id IS NULL)),
  -- One current subscription per customer at any moment.
  CONSTRAINT subscriptions_overlap EXCLUDE USING gist (customer_id WITH =, tstzrange(starts_at, ends_at) WITH &&)
    WHERE (cancelled_at IS NULL)
);
CREATE UNIQUE INDEX subscriptions_by_invoice ON subscriptions (invoice_number);
-- A subscription is renewed once, by any server.
CREATE UNIQUE INDEX subscriptions_renewed_once ON subscriptions (previous_id) WHERE kind = 'renewal';
CREATE INDEX subscriptions_by_customer ON subscriptions (customer_id, starts_at DESC, id DESC);
CREATE INDEX subscriptions_by_plan ON subscriptions (plan_id, starts_at DESC, id DESC);
CREATE INDEX subscriptions_newest ON subscriptions (starts_at DESC, id DESC);
CREATE INDEX subscriptions_ending ON subscriptions (ends_at, starts_at) WHERE cancelled_at IS NULL;
CREATE INDEX subscriptions_starting ON subscriptions (starts_at) WHERE cancelled_at IS NULL;
CREATE INDEX subscriptions_cancelled ON subscriptions (cancelled_at) WHERE cancelled_at IS NOT NULL;
CREATE INDEX subscriptions_to_renew ON subscriptions (ends_at) WHERE auto_renew AND cancelled_at IS NULL;
SELECT keep_to('subscriptions', 'EXISTS (SELECT FROM customer_locations cl WHERE cl.customer_id = subscriptions.customer_id
  AND cl.location_id = ANY ((SELECT actor_locations())::uuid[]) OFFSET 0)',
  'EXISTS (SELECT FROM customer_locations cl WHERE cl.customer_id = subscriptions.customer_id
  AND cl.location_id = ANY ((SELECT actor_locations())::uuid[]) OFFSET 0)');
REVOKE DELETE, TRUNCATE ON subscriptions FROM aisle_all, aisle_located;

-- What customers have now, with the edition that they bought.
CREATE VIEW current_subscriptions WITH (security_invoker) AS
SELECT s.id, s.customer_id, s.plan_id, s.edition, s.starts_at, s.ends_at, s.auto_renew, e.name, e.price, e.period,
  e.free_delivery_above, e.discount_percent, e.coin_multiplier
FROM subscriptions s JOIN plan_editions e ON e.plan_id = s.plan_id AND e.number = s.edition
WHERE s.cancelled_at IS NULL AND s.starts_at <= now() AND s.ends_at > now();
REVOKE INSERT, UPDATE, DELETE ON current_subscriptions FROM aisle_all, aisle_located;

-- Charges, refunds, and credit for the unused days of the plan before.
CREATE TABLE subscription_payments (
  subscription_id uuid NOT NULL REFERENCES subscriptions,
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('charge', 'refund', 'credit')),
  -- Null for a credit.
  provider text CHECK (provider IN ('cash', 'terminal', 'simulated')),
  status text NOT NULL
    CHECK (status IN ('due', 'captured', 'failed', 'voided', 'refundProcessing', 'refunded', 'refundFailed')),
  amount bigint NOT NULL CHECK (amount > 0),
  -- The charge that a refund pays back.
  charge_id uuid REFERENCES subscription_payments,
  reference text,
  problem text,
  attempts smallint NOT NULL DEFAULT 0,
  next_try_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  settled_at timestamptz,
  CONSTRAINT subscription_payments_kind CHECK (CASE kind
    WHEN 'credit' THEN provider IS NULL AND status = 'captured'
    WHEN 'charge' THEN provider IS NOT NULL AND status IN ('due', 'captured', 'failed', 'voided')
    ELSE charge_id IS NOT NULL AND provider IS NOT NULL AND status IN ('refundProcessing', 'refunded', 'refundFailed') END),
  CONSTRAINT subscription_payments_settled CHECK ((settled_at IS NOT NULL) = (status IN ('captured', 'refunded')))
);
CREATE INDEX subscription_payments_of ON subscription_payments (subscription_id, id);
CREATE INDEX subscription_payments_by_charge ON subscription_payments (charge_id) WHERE charge_id IS NOT NULL;
CREATE INDEX subscription_payments_to_try ON subscription_payments (next_try_at)
  WHERE status IN ('due', 'refundFailed') AND next_try_at IS NOT NULL;
SELECT keep_to('subscription_payments', 'EXISTS (SELECT FROM subscriptions s WHERE s.id = subscription_id)',
  'EXISTS (SELECT FROM subscriptions s WHERE s.id = subscription_id)');
REVOKE DELETE, TRUNCATE ON subscription_payments FROM aisle_all, aisle_located;

-- Never more is paid back than was charged: the charge's row is the lock of its refunds.
CREATE FUNCTION check_subscription_refunds() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  charged bigint;
BEGIN
  SELECT amount INTO charged FROM subscription_payments
  WHERE id = NEW.charge_id AND kind = 'charge' AND status = 'captured' FOR NO KEY UPDATE;
  IF charged IS NULL OR (SELECT sum(amount) FROM subscription_payments WHERE charge_id = NEW.charge_id) > charged THEN
    RAISE EXCEPTION 'more than was charged would be refunded'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'subscription_refunds_within_charge', TABLE = 'subscription_payments';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER check_subscription_refunds AFTER INSERT ON subscription_payments
FOR EACH ROW WHEN (NEW.kind = 'refund') EXECUTE FUNCTION check_subscription_refunds();

-- At commit the ledger holds every charge that was captured and every refund that was made, and nothing else of them.
CREATE FUNCTION check_subscription_posted() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  expected bigint := CASE WHEN NEW.status = 'captured' AND NEW.kind = 'charge' THEN -NEW.amount
    WHEN NEW.status = 'refunded' THEN NEW.amount ELSE 0 END;
BEGIN
  IF expected <> (SELECT coalesce(sum(e.amount), 0) FROM journals j
      JOIN ledger_entries e ON e.location_id = j.location_id AND e.journal_id = j.id AND e.account = 'subscriptionIncome'
      WHERE j.location_id = marketplace_books() AND j.kind = 'subscription' AND j.cause_id = NEW.id) THEN
    RAISE EXCEPTION 'the ledger does not hold payment %', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'subscription_payments_posted', TABLE = 'subscription_payments';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER check_subscription_posted AFTER INSERT OR UPDATE OF status, amount ON subscription_payments
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_subscription_posted();

-- A request to the gateway belongs to an order's payment or to a subscription's.
ALTER TABLE gateway_operations
  DROP CONSTRAINT gateway_operations_pkey,
  ALTER COLUMN location_id DROP NOT NULL,
  ALTER COLUMN order_id DROP NOT NULL,
  ALTER COLUMN payment_id DROP NOT NULL,
  ADD COLUMN subscription_payment_id uuid REFERENCES subscription_payments,
  ADD PRIMARY KEY (id),
  DROP CONSTRAINT gateway_operations_check,
  ADD CONSTRAINT gateway_operations_owner CHECK (CASE WHEN subscription_payment_id IS NULL
    THEN num_nulls(location_id, order_id, payment_id) = 0 AND (kind = 'refund') = (refund_id IS NOT NULL)
    ELSE num_nonnulls(location_id, order_id, payment_id, refund_id) = 0 END);
DROP INDEX gateway_operations_by_id;
CREATE INDEX gateway_operations_by_order ON gateway_operations (location_id, order_id) WHERE order_id IS NOT NULL;
CREATE UNIQUE INDEX gateway_operations_of_subscription ON gateway_operations (subscription_payment_id)
  WHERE status = 'waiting' AND subscription_payment_id IS NOT NULL;
DROP POLICY own_locations ON gateway_operations;
CREATE POLICY own_locations ON gateway_operations TO aisle_located
  USING (location_id = ANY ((SELECT actor_locations())::uuid[])
    OR EXISTS (SELECT FROM subscription_payments p WHERE p.id = subscription_payment_id))
  WITH CHECK (location_id = ANY ((SELECT actor_locations())::uuid[])
    OR EXISTS (SELECT FROM subscription_payments p WHERE p.id = subscription_payment_id));
