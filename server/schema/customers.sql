CREATE SEQUENCE customer_number START 10001;

-- Normalizes an email to detect duplicates. Drops the part after a plus sign, and the dots in Gmail addresses.
CREATE FUNCTION email_key(email text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN lower(email) ~ '@(gmail|googlemail)\.com$'
    THEN replace(regexp_replace(split_part(lower(email), '@', 1), '\+.*', ''), '.', '') || '@gmail.com'
    ELSE regexp_replace(split_part(lower(email), '@', 1), '\+.*', '') || '@' || split_part(lower(email), '@', 2) END
$$;

-- Returns the last ten digits of a phone, without country code and leading zeros. Null if there are fewer digits.
CREATE FUNCTION phone_key(digits text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN length(digits) >= 10 AND digits !~ '[^0-9]' THEN right(digits, 10) END
$$;

-- Customers in the marketplace's record. Stores have separate records in customer_locations.
CREATE TABLE customers (
  id uuid PRIMARY KEY,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text,
  phone text NOT NULL,
  -- Digits only, so that different spellings of a phone are equal.
  phone_digits text NOT NULL,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'blocked')),
  notes text,
  coin_balance bigint NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  marketing_consent boolean NOT NULL DEFAULT false,
  marketing_consent_at timestamptz,
  marketing_consent_how text CHECK (marketing_consent_how IN ('staff', 'inPerson', 'phone', 'writing', 'online',
    'unsubscribeLink', 'sync')),
  -- The customer that this one was merged into, which then owns its orders, returns and addresses. Ledgers are
  -- append-only, so their entries keep this customer's id and are read by customer_ids.
  merged_into uuid REFERENCES customers,
  -- Names, phones and emails of the customers merged into this one, each after a space. Searches include them.
  also_known text NOT NULL DEFAULT '',
  erased_at timestamptz,
  CONSTRAINT customers_coin_balance CHECK (coin_balance >= 0),
  CONSTRAINT customers_consent CHECK (NOT marketing_consent OR marketing_consent_at IS NOT NULL
    AND marketing_consent_how <> 'unsubscribeLink'),
  CONSTRAINT customers_check CHECK (merged_into <> id)
);
CREATE UNIQUE INDEX customers_phone ON customers (phone_digits);
CREATE UNIQUE INDEX customers_email ON customers (lower(email)) WHERE email IS NOT NULL;
CREATE INDEX customers_by_age ON customers (created_at DESC, id DESC);
CREATE INDEX customers_merged ON customers (merged_into) WHERE merged_into IS NOT NULL;
CREATE INDEX customers_by_phone_key ON customers (phone_key(phone_digits));
CREATE INDEX customers_by_email_key ON customers (email_key(email)) WHERE email IS NOT NULL;
CREATE INDEX customers_search ON customers USING gin (fold_text((((((((first_name || ' ') || last_name) || ' ') || phone_digits) || ' ') || COALESCE(email, '')) || also_known)) gin_trgm_ops) WITH (fastupdate = off) WHERE (merged_into IS NULL) AND (erased_at IS NULL);
CREATE INDEX customers_by_name ON customers USING gin (fold_text(((first_name || ' ') || last_name)) gin_trgm_ops) WITH (fastupdate = off);
CREATE INDEX customers_in_order ON customers (((first_name || ' ' || last_name) COLLATE aisle_names), id);
ALTER TABLE customers ENABLE ROW LEVEL SECURITY;
CREATE POLICY everywhere ON customers TO aisle_all USING (true) WITH CHECK (true);
CREATE TRIGGER increment_version BEFORE UPDATE OF first_name, last_name, email, phone, status, notes ON customers FOR EACH ROW EXECUTE FUNCTION increment_version();
CREATE TRIGGER increment_version_of_consent BEFORE UPDATE OF marketing_consent ON customers FOR EACH ROW WHEN (old.marketing_consent IS DISTINCT FROM new.marketing_consent) EXECUTE FUNCTION increment_version();
REVOKE ALL ON customers FROM aisle_located;

-- Normalizes an address to its lowercase letters and digits, so that different spellings are equal.
CREATE FUNCTION address_key(line1 text, postal_code text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(lower(line1), '[^[:alnum:]]+', '', 'g') || ' ' || regexp_replace(lower(postal_code), '[^[:alnum:]]+', '', 'g')
$$;

-- Addresses in the marketplace's record of customers.
CREATE TABLE customer_addresses (
  id uuid PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customers ON DELETE CASCADE,
  label text NOT NULL DEFAULT 'Home',
  line1 text NOT NULL,
  line2 text,
  city text NOT NULL,
  state text NOT NULL,
  postal_code text NOT NULL,
  latitude double precision,
  longitude double precision,
  is_default boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX customer_addresses_by_customer ON customer_addresses (customer_id);
CREATE INDEX customer_addresses_by_key ON customer_addresses (address_key(line1, postal_code));
ALTER TABLE customer_addresses ENABLE ROW LEVEL SECURITY;
CREATE POLICY everywhere ON customer_addresses TO aisle_all USING (true) WITH CHECK (true);
SELECT versioned('customer_addresses');
REVOKE ALL ON customer_addresses FROM aisle_located;

-- The locations where a customer ordered or was added, with the store's separate record of the customer. The customer's
-- row may be inserted later in the same transaction. link_customer_to_location, find_or_add_customer and merges insert the rows.
CREATE TABLE customer_locations (
  customer_id uuid NOT NULL REFERENCES customers ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  location_id uuid NOT NULL REFERENCES locations,
  since timestamptz NOT NULL DEFAULT now(),
  -- The values that were given at this location. Names and phone are null only during a bulk load.
  first_name text,
  last_name text,
  phone text,
  phone_digits text,
  email text,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'blocked')),
  marketing_consent boolean NOT NULL DEFAULT false,
  marketing_consent_at timestamptz,
  marketing_consent_how text,
  -- The customer was added at this location. Until another location has a record, edits of either record change both.
  is_origin boolean NOT NULL DEFAULT false,
  -- Searchable text and names that this location had for customers who were merged into this one.
  also_known text NOT NULL DEFAULT '',
  other_names text[] NOT NULL DEFAULT '{}'::text[],
  version integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (customer_id, location_id)
);
CREATE INDEX customer_locations_by_location ON customer_locations (location_id, customer_id);
CREATE INDEX customer_locations_by_phone ON customer_locations (phone_digits, location_id);
CREATE INDEX customer_locations_by_email ON customer_locations (lower(email), location_id) WHERE email IS NOT NULL;
CREATE INDEX customer_locations_newest ON customer_locations (location_id, since DESC, customer_id DESC);
CREATE INDEX customer_locations_search ON customer_locations USING gin (location_id,
  fold_text((((((((first_name || ' ') || last_name) || ' ') || phone_digits) || ' ') || COALESCE(email,
  '')) || also_known)) gin_trgm_ops) WITH (fastupdate = off);
SELECT restrict_to_locations('customer_locations');
CREATE TRIGGER increment_version BEFORE UPDATE OF first_name, last_name, email, phone, status, marketing_consent ON customer_locations FOR EACH ROW EXECUTE FUNCTION increment_version();
SELECT read_only_for_locations('customer_locations');

-- Returns the id that the marketplace's books use in place of a location. No user's locations contain it, so row-level
-- security shows these rows only to users of all locations.
CREATE FUNCTION marketplace_books() RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT '00000000-0000-0000-0000-000000000000'::uuid $$;

-- The coin ledger of customers. Only its trigger changes customers.coin_balance.
CREATE TABLE coin_entries (
  customer_id uuid NOT NULL REFERENCES customers,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('earned', 'redeemed', 'returned', 'takenBack', 'adjusted', 'expired')),
  coins bigint NOT NULL CHECK (coins <> 0),
  cause_id uuid NOT NULL,
  order_id uuid,
  location_id uuid NOT NULL DEFAULT marketplace_books(),
  user_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The cents that the entry adds to the value of all customers' coins, negative if coins are removed. Given for coins that are
  -- earned or added manually. The trigger calculates it for other entries.
  worth bigint NOT NULL,
  balance_after bigint NOT NULL DEFAULT 0,
  -- When the added coins expire. Null if they never expire or the entry adds none.
  expires_at timestamptz,
  user_name text,
  -- The sequence of a customer's entries. The trigger locks the customer, so that entries are written one at a time.
  position bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (customer_id, id)
);
CREATE UNIQUE INDEX coin_entries_cause ON coin_entries (customer_id, kind, cause_id);
SELECT restrict_to('coin_entries', 'location_id = ANY (((SELECT actor_locations()))::uuid[])',
  'location_id = ANY (((SELECT actor_locations()))::uuid[])');
SELECT append_only('coin_entries');
REVOKE SELECT ON coin_entries FROM aisle_located;
GRANT SELECT (customer_id, id, kind, coins, cause_id, order_id, location_id, user_id, created_at, worth, expires_at,
  user_name, position) ON coin_entries TO aisle_located;

-- Search keys of customers' names in the marketplace's record, including names of merged customers.
CREATE TABLE customer_names (
  name text COLLATE "C" NOT NULL,
  customer_id uuid NOT NULL REFERENCES customers ON DELETE CASCADE,
  PRIMARY KEY (name, customer_id)
);
CREATE INDEX customer_names_by_customer ON customer_names (customer_id);
REVOKE ALL ON customer_names FROM aisle_all, aisle_located;

-- Search keys of customers' names in each location's records.
CREATE TABLE customer_names_at (
  location_id uuid NOT NULL,
  name text COLLATE "C" NOT NULL,
  customer_id uuid NOT NULL,
  PRIMARY KEY (location_id, name, customer_id),
  FOREIGN KEY (customer_id, location_id) REFERENCES customer_locations (customer_id, location_id) ON DELETE CASCADE
);
CREATE INDEX customer_names_at_by_customer ON customer_names_at (customer_id, location_id);
SELECT restrict_to_locations('customer_names_at');
REVOKE INSERT, UPDATE, DELETE ON customer_names_at FROM aisle_all, aisle_located;

-- Every word of customers' names, for searches by the middle of a word. Only erasures remove words.
CREATE TABLE name_words (
  word text COLLATE "C" NOT NULL
);
CREATE INDEX name_words_within ON name_words USING gin (word gin_trgm_ops) WITH (fastupdate = off);
-- Not unique, so that two transactions can add the same word without waiting. Duplicates are harmless.
CREATE INDEX name_words_by_word ON name_words (word);
REVOKE ALL ON name_words FROM aisle_all, aisle_located;

-- Whether the actor has access to a location. SECURITY DEFINER functions need it, since they bypass row-level security.
CREATE FUNCTION has_location_access(location uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT location = ANY (actor_locations()) OR pg_has_role(session_user, 'aisle_all', 'member')
    OR NOT pg_has_role(session_user, 'aisle_located', 'member')
$$;

-- Returns the marketplace's time zone for subscriptions, coin expiration and the marketplace's books.
CREATE FUNCTION marketplace_time_zone() RETURNS text LANGUAGE sql STABLE AS
$$ SELECT coalesce((SELECT "values" ->> 'timeZone' FROM settings), 'America/Chicago') $$;

-- Returns the brand name in the settings, or Aisle.
CREATE FUNCTION marketplace_name() RETURNS text LANGUAGE sql STABLE AS
$$ SELECT coalesce((SELECT "values" ->> 'brandName' FROM settings), 'Aisle') $$;

-- The sets of books that the actor may see: one per location, and the marketplace's.
CREATE VIEW sets_of_books WITH (security_invoker) AS
SELECT id, name, time_zone FROM locations
UNION ALL
SELECT marketplace_books(), marketplace_name(), marketplace_time_zone() WHERE (SELECT has_location_access(marketplace_books()));
REVOKE INSERT, UPDATE, DELETE ON sets_of_books FROM aisle_all, aisle_located;

-- Subscription plans. Inactive plans are no longer sold.
CREATE TABLE subscription_plans (
  id uuid PRIMARY KEY,
  description text,
  status boolean NOT NULL DEFAULT true,
  -- The edition on sale, and a copy of its name for the unique key and lists.
  edition integer NOT NULL DEFAULT 1,
  name text NOT NULL,
  created_by uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX subscription_plans_name ON subscription_plans (lower(name));
CREATE INDEX subscription_plans_in_order ON subscription_plans (name COLLATE aisle_names, id);
SELECT versioned('subscription_plans');
SELECT read_only_for_locations('subscription_plans');

-- Editions of plans. They never change, since subscriptions refer to the terms that were sold.
CREATE TABLE plan_editions (
  plan_id uuid NOT NULL REFERENCES subscription_plans ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  number integer NOT NULL CHECK (number > 0),
  name text NOT NULL,
  price bigint NOT NULL CHECK (price > 0),
  period text NOT NULL CHECK (period IN ('monthly', 'quarterly', 'yearly')),
  -- Null charges the standard delivery fee.
  free_delivery_above bigint CHECK (free_delivery_above >= 0),
  discount_percent numeric(6,3) NOT NULL DEFAULT 0 CHECK (discount_percent >= 0::numeric
    AND discount_percent <= 50::numeric),
  coin_multiplier numeric(3,1) NOT NULL DEFAULT 1 CHECK (coin_multiplier >= 1::numeric
    AND coin_multiplier <= 10::numeric),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (plan_id, number)
);
CREATE TRIGGER append_only BEFORE UPDATE OR TRUNCATE ON plan_editions FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
REVOKE UPDATE ON plan_editions FROM aisle_all;
REVOKE INSERT, UPDATE, DELETE ON plan_editions FROM aisle_located;

CREATE SEQUENCE subscription_invoice_number START 50001;

-- Periods of plans that customers bought. A renewal adds a row.
CREATE TABLE subscriptions (
  id uuid PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customers,
  plan_id uuid NOT NULL,
  edition integer NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  -- The period ends this number of months after the first start, so that renewals keep the day of the month.
  first_starts_at timestamptz NOT NULL,
  months integer NOT NULL CHECK (months > 0),
  auto_renew boolean NOT NULL DEFAULT false,
  payment_type text NOT NULL CHECK (payment_type IN ('card', 'cash', 'terminal')),
  -- The gateway's token of the card, never a card number.
  card_token text,
  price bigint NOT NULL CHECK (price > 0),
  price_paid bigint NOT NULL DEFAULT 0,
  refunded bigint NOT NULL DEFAULT 0 CHECK (refunded >= 0),
  cancelled_at timestamptz,
  -- Why the subscription was cancelled or isn't renewed.
  reason text,
  invoice_number bigint NOT NULL DEFAULT nextval('subscription_invoice_number'),
  -- The subscription that this one renews or replaces.
  previous_id uuid REFERENCES subscriptions,
  kind text NOT NULL DEFAULT 'first' CHECK (kind IN ('first', 'renewal', 'change')),
  -- When the renewal reminder was emailed to the customer.
  renewal_mailed_at timestamptz,
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- The auto_renew of the replaced subscription, restored if this one is not paid.
  previous_auto_renew boolean,
  -- The gateway of the card.
  card_provider text,
  -- Brand, last digits and expiry of the card, as its gateway reports them.
  card jsonb,
  -- The expiry that the customer was emailed about.
  expiry_mailed text,
  CONSTRAINT subscriptions_check CHECK (price_paid >= 0 AND price_paid <= price),
  CONSTRAINT subscriptions_period CHECK (starts_at < ends_at AND first_starts_at <= starts_at),
  CONSTRAINT subscriptions_card CHECK (payment_type = 'card' OR card_token IS NULL AND NOT auto_renew),
  CONSTRAINT subscriptions_previous CHECK ((kind = 'first') = (previous_id IS NULL)),
  CONSTRAINT subscriptions_overlap EXCLUDE USING gist (customer_id WITH =, tstzrange(starts_at, ends_at) WITH &&)
    WHERE (cancelled_at IS NULL),
  FOREIGN KEY (plan_id, edition) REFERENCES plan_editions (plan_id, number)
);
CREATE UNIQUE INDEX subscriptions_by_invoice ON subscriptions (invoice_number);
-- Prevents two servers from renewing the same subscription.
CREATE UNIQUE INDEX subscriptions_renewed_once ON subscriptions (previous_id) WHERE kind = 'renewal';
CREATE INDEX subscriptions_by_card ON subscriptions (card_token) WHERE card_token IS NOT NULL;
CREATE INDEX subscriptions_expiring_cards ON subscriptions ((card ->> 'expires')) WHERE auto_renew AND cancelled_at IS NULL;
CREATE INDEX subscriptions_by_customer ON subscriptions (customer_id, starts_at DESC, id DESC);
CREATE INDEX subscriptions_by_plan ON subscriptions (plan_id, starts_at DESC, id DESC);
CREATE INDEX subscriptions_newest ON subscriptions (starts_at DESC, id DESC);
CREATE INDEX subscriptions_ending ON subscriptions (ends_at, starts_at) WHERE cancelled_at IS NULL;
CREATE INDEX subscriptions_starting ON subscriptions (starts_at) WHERE cancelled_at IS NULL;
CREATE INDEX subscriptions_cancelled ON subscriptions (cancelled_at) WHERE cancelled_at IS NOT NULL;
CREATE INDEX subscriptions_to_renew ON subscriptions (ends_at) WHERE auto_renew AND cancelled_at IS NULL;
ALTER TABLE subscriptions ENABLE ROW LEVEL SECURITY;
CREATE POLICY everywhere ON subscriptions TO aisle_all USING (true) WITH CHECK (true);
CREATE POLICY own_locations ON subscriptions TO aisle_located USING (false);
REVOKE DELETE ON subscriptions FROM aisle_all, aisle_located;

-- Returns the subscription that starts within the next period of the given one, which then isn't renewed.
CREATE FUNCTION follower_of(s subscriptions) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT f.id FROM subscriptions f
  WHERE f.customer_id = s.customer_id AND f.cancelled_at IS NULL AND f.starts_at >= s.ends_at
    AND f.starts_at < (SELECT months_after(s.first_starts_at, s.months + months_of_period(e.period), marketplace_time_zone())
      FROM subscription_plans p JOIN plan_editions e ON e.plan_id = p.id AND e.number = p.edition WHERE p.id = s.plan_id)
  ORDER BY f.starts_at LIMIT 1
$$;

-- Active subscriptions with the terms of their edition. A later subscription in the next period turns auto_renew off.
CREATE VIEW current_subscriptions WITH (security_invoker) AS
SELECT s.id, s.customer_id, s.plan_id, s.edition, s.starts_at, s.ends_at,
  s.auto_renew AND (NOT EXISTS (SELECT FROM subscriptions f WHERE f.customer_id = s.customer_id
    AND f.cancelled_at IS NULL AND f.starts_at > now()) OR follower_of(s) IS NULL) AS auto_renew,
  e.name, e.price, e.period, e.free_delivery_above, e.discount_percent, e.coin_multiplier
FROM subscriptions s JOIN plan_editions e ON e.plan_id = s.plan_id AND e.number = s.edition
WHERE s.cancelled_at IS NULL AND s.starts_at <= now() AND s.ends_at > now();
REVOKE INSERT, UPDATE, DELETE ON current_subscriptions FROM aisle_all, aisle_located;

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

-- Charges and refunds of subscriptions, and credits for the unused days of a replaced plan.
CREATE TABLE subscription_payments (
  subscription_id uuid NOT NULL REFERENCES subscriptions,
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('charge', 'refund', 'credit')),
  -- Null for credits.
  provider text,
  status text NOT NULL CHECK (status IN ('due', 'captured', 'failed', 'voided', 'refundProcessing', 'refunded',
    'refundFailed')),
  amount bigint NOT NULL CHECK (amount > 0),
  -- The refunded charge.
  charge_id uuid REFERENCES subscription_payments,
  reference text,
  problem text,
  attempts smallint NOT NULL DEFAULT 0,
  next_try_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  settled_at timestamptz,
  -- The gateway's IDs of the payment and of its charge.
  payment_ref text,
  charge_ref text,
  fee bigint,
  -- The bank wants the shopper to confirm the renewal: the customer gets a payment link.
  wants_link boolean NOT NULL DEFAULT false,
  CONSTRAINT subscription_payments_settled CHECK ((settled_at IS NOT NULL) = (status IN ('captured', 'refunded'))),
  CONSTRAINT subscription_payments_kind CHECK (
CASE kind
    WHEN 'credit' THEN provider IS NULL
    AND (status IN ('captured', 'voided'))
    WHEN 'charge' THEN provider IS NOT NULL AND (status IN ('due',
    'captured', 'failed', 'voided'))
    ELSE charge_id IS NOT NULL AND provider IS NOT NULL
    AND (status IN ('refundProcessing', 'refunded', 'refundFailed'))
END)
);
CREATE INDEX subscription_payments_of ON subscription_payments (subscription_id, id);
CREATE INDEX subscription_payments_by_charge ON subscription_payments (charge_id) WHERE charge_id IS NOT NULL;
CREATE UNIQUE INDEX subscription_payments_by_payment_ref ON subscription_payments (provider, payment_ref)
  WHERE payment_ref IS NOT NULL;
CREATE UNIQUE INDEX subscription_payments_by_charge_ref ON subscription_payments (provider, charge_ref)
  WHERE charge_ref IS NOT NULL;
CREATE INDEX subscription_payments_to_try ON subscription_payments (next_try_at)
  WHERE status IN ('due', 'refundFailed') AND next_try_at IS NOT NULL;
SELECT restrict_to('subscription_payments', 'EXISTS (SELECT FROM subscriptions s WHERE s.id = subscription_id)',
  'EXISTS (SELECT FROM subscriptions s WHERE s.id = subscription_id)');
REVOKE DELETE ON subscription_payments FROM aisle_all, aisle_located;
CREATE INDEX subscription_payments_to_link ON subscription_payments (created_at) WHERE wants_link;

-- Links with which customers pay renewals that their bank wants confirmed. Sending one replaces the former one.
CREATE TABLE renewal_links (
  payment_id uuid PRIMARY KEY REFERENCES subscription_payments,
  token_hash bytea NOT NULL,
  recipient text NOT NULL,
  sent_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  opened_at timestamptz,
  -- The latest page of the gateway.
  page_id uuid,
  requested_at timestamptz,
  saves_card boolean NOT NULL DEFAULT false,
  -- The page was opened from a link that another one replaced, so it is closed.
  page_is_former boolean NOT NULL DEFAULT false,
  -- Known once the gateway answered.
  page_ref text,
  page_url text,
  page_ends_at timestamptz
);
CREATE UNIQUE INDEX renewal_links_by_token ON renewal_links (token_hash);
CREATE INDEX renewal_links_open ON renewal_links (page_ends_at) WHERE page_ref IS NOT NULL;
SELECT restrict_to('renewal_links', 'false', 'false');

-- Reasons of coin adjustments. Stored apart from the ledger, since an erasure removes text but not amounts.
CREATE TABLE coin_adjustments (
  customer_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  reason text NOT NULL,
  note text,
  -- The customer merge that moved the coins to this customer.
  merge_id uuid,
  PRIMARY KEY (customer_id, entry_id),
  FOREIGN KEY (customer_id, entry_id) REFERENCES coin_entries (customer_id, id)
);
SELECT restrict_to('coin_adjustments',
  'EXISTS (SELECT FROM coin_entries e WHERE e.customer_id = coin_adjustments.customer_id AND e.id = entry_id)',
  'EXISTS (SELECT FROM coin_entries e WHERE e.customer_id = coin_adjustments.customer_id AND e.id = entry_id)');
REVOKE UPDATE, DELETE ON coin_adjustments FROM aisle_all, aisle_located;
GRANT UPDATE (reason, note) ON coin_adjustments TO aisle_all;

CREATE SEQUENCE coin_entry_position;

-- Lots of coins with their source, worth and expiration.
CREATE TABLE coin_lots (
  customer_id uuid NOT NULL REFERENCES customers,
  id uuid NOT NULL,
  -- The entry that created the lot.
  entry_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('earned', 'adjusted', 'returned')),
  -- The location and order where the coins were earned. Adjustments belong to the marketplace.
  location_id uuid NOT NULL,
  order_id uuid,
  -- The lot that an order took the coins from, if they were returned into a new lot with another expiration.
  from_lot_id uuid,
  coins bigint NOT NULL CHECK (coins > 0),
  worth bigint NOT NULL CHECK (worth >= 0),
  coins_left bigint NOT NULL,
  worth_left bigint NOT NULL,
  expires_at timestamptz,
  -- When the customer's expiration reminder was sent.
  warned_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT coin_lots_check CHECK (coins_left >= 0 AND coins_left <= coins),
  CONSTRAINT coin_lots_check1 CHECK (worth_left >= 0 AND worth_left <= worth),
  CONSTRAINT coin_lots_empty CHECK (coins_left > 0 OR worth_left = 0),
  PRIMARY KEY (customer_id, id)
);
CREATE INDEX coin_lots_open ON coin_lots (customer_id, expires_at, created_at, id) WHERE coins_left > 0;
CREATE INDEX coin_lots_due ON coin_lots (expires_at) WHERE coins_left > 0 AND expires_at IS NOT NULL;
ALTER TABLE coin_lots ENABLE ROW LEVEL SECURITY;
CREATE POLICY everywhere ON coin_lots TO aisle_all USING (true) WITH CHECK (true);
CREATE POLICY own_locations ON coin_lots TO aisle_located USING (false);
CREATE TRIGGER append_only_rows BEFORE DELETE OR TRUNCATE ON coin_lots FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
REVOKE INSERT, UPDATE, DELETE ON coin_lots FROM aisle_all, aisle_located;
GRANT UPDATE (warned_at) ON coin_lots TO aisle_all;

-- Coins that an entry took from a lot (negative) or returned to it (positive).
CREATE TABLE coin_moves (
  customer_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  lot_id uuid NOT NULL,
  -- The order that paid with the coins. Null for other entries.
  held_by uuid,
  coins bigint NOT NULL CHECK (coins <> 0),
  worth bigint NOT NULL,
  PRIMARY KEY (customer_id, entry_id, lot_id),
  FOREIGN KEY (customer_id, lot_id) REFERENCES coin_lots (customer_id, id)
);
CREATE INDEX coin_moves_by_lot ON coin_moves (customer_id, lot_id);
-- Users of single locations can't read lots and moves of coins, since these span locations. They see entries of their
-- locations in coin_entries.
SELECT restrict_to('coin_moves', 'false', 'false');
SELECT append_only('coin_moves');
REVOKE INSERT ON coin_moves FROM aisle_all;
REVOKE ALL ON coin_moves FROM aisle_located;

CREATE SEQUENCE credit_entry_position;

-- The store credit of each customer who ever had some. Only the trigger of credit_entries changes it.
CREATE TABLE credit_balances (
  customer_id uuid PRIMARY KEY REFERENCES customers,
  -- In cents, without the credit that open orders hold.
  balance bigint NOT NULL,
  CONSTRAINT credit_balances_not_negative CHECK (balance >= 0)
);
ALTER TABLE credit_balances ENABLE ROW LEVEL SECURITY;
CREATE POLICY everywhere ON credit_balances TO aisle_all USING (true) WITH CHECK (true);
CREATE POLICY own_locations ON credit_balances TO aisle_located USING (false);
REVOKE INSERT, UPDATE, DELETE ON credit_balances FROM aisle_all;
REVOKE ALL ON credit_balances FROM aisle_located;

-- The ledger of store credit.
CREATE TABLE credit_entries (
  customer_id uuid NOT NULL REFERENCES customers,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('issued', 'spent', 'returned', 'adjusted', 'fromGiftCard', 'moved')),
  -- Why credit was issued or adjusted.
  reason text CHECK (reason IN ('refund', 'goodwill', 'promotion', 'correction', 'forfeited')),
  -- In cents. Negative if credit was spent or removed.
  amount bigint NOT NULL CHECK (amount <> 0),
  cause_id uuid NOT NULL,
  order_id uuid,
  ticket_id uuid,
  -- The location of the order, else the marketplace.
  location_id uuid NOT NULL DEFAULT marketplace_books(),
  user_id uuid,
  user_name text,
  balance_after bigint NOT NULL DEFAULT 0,
  -- The sequence of a customer's entries. The trigger locks the balance, so that entries are written one at a time.
  position bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT credit_entries_reason CHECK ((reason IS NOT NULL) = (kind IN ('issued', 'adjusted'))),
  PRIMARY KEY (customer_id, id)
);
CREATE UNIQUE INDEX credit_entries_cause ON credit_entries (customer_id, kind, cause_id);
-- Users of single locations write entries of their orders. They can't read any, since balances belong to the marketplace.
SELECT restrict_to('credit_entries', 'location_id = ANY (((SELECT actor_locations()))::uuid[])',
  'location_id = ANY (((SELECT actor_locations()))::uuid[])');
SELECT append_only('credit_entries');
REVOKE SELECT ON credit_entries FROM aisle_located;

-- Notes of credit entries. Stored apart from the ledger, since an erasure removes text but not amounts.
CREATE TABLE credit_notes (
  customer_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  note text NOT NULL,
  PRIMARY KEY (customer_id, entry_id),
  FOREIGN KEY (customer_id, entry_id) REFERENCES credit_entries (customer_id, id)
);
SELECT restrict_to('credit_notes', 'false', 'false');
REVOKE UPDATE, DELETE ON credit_notes FROM aisle_all;
REVOKE ALL ON credit_notes FROM aisle_located;
GRANT UPDATE (note) ON credit_notes TO aisle_all;

CREATE SEQUENCE gift_card_number START 1001;
CREATE SEQUENCE gift_card_entry_position;

-- Gift cards. Only the trigger of gift_card_entries changes their balances.
CREATE TABLE gift_cards (
  id uuid PRIMARY KEY,
  number bigint NOT NULL DEFAULT nextval('gift_card_number'),
  kind text NOT NULL CHECK (kind IN ('sold', 'promotional')),
  -- In cents, when it was issued.
  amount bigint NOT NULL CHECK (amount > 0),
  balance bigint NOT NULL DEFAULT 0,
  -- An HMAC of the code.
  code_hash bytea NOT NULL,
  last4 text NOT NULL,
  recipient_name text,
  -- The last day in the marketplace's time zone. Null if the card never expires.
  expires_on date,
  -- Set by staff. gift_card_status derives the status from it, the balance and the last day.
  state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'frozen', 'voided')),
  payment_method text CHECK (payment_method IN ('cash', 'terminal', 'other')),
  payment_reference text,
  user_id uuid,
  user_name text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  recipient_email text,
  message text,
  -- The day on which the recipient gets the link, in the marketplace's time zone. Null for at once.
  send_on date,
  -- The code, encrypted, until it is first delivered.
  sealed_code bytea,
  -- The hash of the token in the link that shows the code, and when it was emailed.
  link_hash bytea,
  sent_at timestamptz,
  -- The file with the code, deleted when the code is delivered.
  print_key text,
  delivered_at timestamptz,
  -- The job that issued the card together with others. Jobs are deleted after a time.
  batch_id uuid,
  CONSTRAINT gift_cards_delivery CHECK (delivered_at IS NULL OR num_nonnulls(sealed_code, link_hash, print_key) = 0),
  CONSTRAINT gift_cards_balance CHECK (balance >= 0 AND balance <= amount),
  CONSTRAINT gift_cards_payment CHECK ((kind = 'sold') = (payment_method IS NOT NULL))
);
CREATE UNIQUE INDEX gift_cards_number ON gift_cards (number);
CREATE UNIQUE INDEX gift_cards_code ON gift_cards (code_hash);
CREATE UNIQUE INDEX gift_cards_link ON gift_cards (link_hash) WHERE link_hash IS NOT NULL;
-- The emails that a job sends.
CREATE INDEX gift_cards_unsent ON gift_cards (send_on)
  WHERE sealed_code IS NOT NULL AND recipient_email IS NOT NULL AND sent_at IS NULL;
CREATE INDEX gift_cards_batch ON gift_cards (batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX gift_cards_newest ON gift_cards (created_at DESC, id DESC);
-- The outstanding balances, and the cards that a job expires.
CREATE INDEX gift_cards_outstanding ON gift_cards (kind, created_at) INCLUDE (balance) WHERE balance > 0;
CREATE INDEX gift_cards_due ON gift_cards (expires_on) WHERE balance > 0 AND expires_on IS NOT NULL;
SELECT versioned('gift_cards');
SELECT restrict_to('gift_cards', 'false', 'false');
REVOKE UPDATE, DELETE ON gift_cards FROM aisle_all;
REVOKE ALL ON gift_cards FROM aisle_located;
GRANT UPDATE (code_hash, last4, state, version, updated_at, recipient_name, recipient_email, message, send_on, sealed_code,
  link_hash, sent_at, print_key, delivered_at) ON gift_cards TO aisle_all;

-- The ledger of gift cards.
CREATE TABLE gift_card_entries (
  gift_card_id uuid NOT NULL REFERENCES gift_cards,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN (
    'issued',
    'redeemed',
    'voided',
    'expired',
    'spent',
    'returned'
  )),
  amount bigint NOT NULL CHECK (amount <> 0),
  balance_after bigint NOT NULL DEFAULT 0,
  -- The customer who redeemed or spent the card.
  customer_id uuid REFERENCES customers,
  reason text,
  user_id uuid,
  user_name text,
  position bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The payment or the refund of an order.
  cause_id uuid,
  order_id uuid,
  -- The location of the order, else the marketplace.
  location_id uuid NOT NULL DEFAULT marketplace_books(),
  PRIMARY KEY (gift_card_id, id)
);
CREATE UNIQUE INDEX gift_card_entries_cause ON gift_card_entries (gift_card_id, kind, cause_id) WHERE cause_id IS NOT NULL;
CREATE INDEX gift_card_entries_by_customer ON gift_card_entries (customer_id) WHERE customer_id IS NOT NULL;
-- Users of single locations write entries of their orders. They can't read any, since cards belong to the marketplace.
SELECT restrict_to('gift_card_entries', 'location_id = ANY (((SELECT actor_locations()))::uuid[])',
  'location_id = ANY (((SELECT actor_locations()))::uuid[])');
SELECT append_only('gift_card_entries');
REVOKE SELECT ON gift_card_entries FROM aisle_located;

-- Addresses in a location's record of customers.
CREATE TABLE location_addresses (
  id uuid PRIMARY KEY,
  location_id uuid NOT NULL REFERENCES locations,
  customer_id uuid NOT NULL REFERENCES customers ON DELETE CASCADE,
  label text NOT NULL DEFAULT 'Home',
  line1 text NOT NULL,
  line2 text,
  city text NOT NULL,
  state text NOT NULL,
  postal_code text NOT NULL,
  latitude double precision,
  longitude double precision,
  is_default boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX location_addresses_by_customer ON location_addresses (customer_id, location_id);
CREATE INDEX location_addresses_by_location ON location_addresses (location_id);
SELECT restrict_to_locations('location_addresses');
SELECT versioned('location_addresses');

-- Groups of customers, chosen by hand or by a rule. Users of single locations see none.
CREATE TABLE customer_groups (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('manual', 'rule')),
  -- The conditions on members, as in the API. Null for manual groups.
  rule jsonb,
  -- The number of members at the time counted_at. Rule groups get their members at night, by an edit and on demand.
  member_count bigint NOT NULL DEFAULT 0,
  counted_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT customer_groups_rule CHECK ((kind = 'rule') = (rule IS NOT NULL))
);
CREATE UNIQUE INDEX customer_groups_name ON customer_groups (lower(name));
SELECT restrict_to('customer_groups', 'false', 'false');
SELECT read_only_for_locations('customer_groups');
-- A refresh is no edit.
CREATE TRIGGER increment_version BEFORE UPDATE OF name, rule, updated_at ON customer_groups FOR EACH ROW EXECUTE FUNCTION increment_version();

-- Members that were merged or erased since are not shown.
CREATE TABLE customer_group_members (
  group_id uuid NOT NULL REFERENCES customer_groups ON DELETE CASCADE,
  customer_id uuid NOT NULL REFERENCES customers ON DELETE CASCADE,
  since timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (group_id, customer_id)
);
CREATE INDEX customer_group_members_by_customer ON customer_group_members (customer_id, group_id);
SELECT restrict_to('customer_group_members', 'false', 'false');
SELECT read_only_for_locations('customer_group_members');

-- Customers for users of single locations. Shows the record of one of their locations for each customer.
CREATE VIEW located.customers WITH (security_invoker) AS
SELECT cl.customer_id AS id, cl.first_name, cl.last_name, cl.email, cl.phone, cl.phone_digits, cl.status,
  NULL::text AS notes, NULL::bigint AS coin_balance, cl.version, NULL::uuid AS created_by, cl.since AS created_at,
  cl.updated_at, cl.marketing_consent, cl.marketing_consent_at, cl.marketing_consent_how, NULL::uuid AS merged_into,
  cl.also_known, NULL::timestamptz AS erased_at, cl.location_id
FROM customer_locations cl
WHERE NOT EXISTS (SELECT FROM customer_locations o
  WHERE o.customer_id = cl.customer_id AND o.location_id < cl.location_id);
GRANT SELECT ON located.customers TO aisle_located;

-- Addresses for users of single locations. Shows an address once if several of their locations have it.
CREATE VIEW located.customer_addresses WITH (security_invoker) AS
SELECT id, customer_id, label, line1, line2, city, state, postal_code, latitude, longitude, is_default, version,
  created_at, updated_at
FROM location_addresses a
WHERE NOT EXISTS (SELECT FROM location_addresses o WHERE o.customer_id = a.customer_id
  AND o.location_id < a.location_id AND address_key(o.line1, o.postal_code) = address_key(a.line1, a.postal_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON located.customer_addresses TO aisle_located;

ALTER TABLE subscription_plans ADD CONSTRAINT subscription_plans_edition FOREIGN KEY (id, edition) REFERENCES plan_editions(plan_id, number) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE external_ids ADD FOREIGN KEY (customer_id) REFERENCES customers ON DELETE CASCADE;
