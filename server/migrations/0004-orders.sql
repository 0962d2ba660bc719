-- Who buys, and what becomes of it: customers, orders, payments, refunds, and the money ledger.

CREATE SEQUENCE customer_number START 10001;
CREATE TABLE customers (
  id uuid PRIMARY KEY,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text,
  phone text NOT NULL,
  -- Digits only: what two spellings of one number share.
  phone_digits text NOT NULL,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'blocked')),
  notes text,
  coin_balance bigint NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX customers_phone ON customers (phone_digits);
CREATE UNIQUE INDEX customers_email ON customers (lower(email)) WHERE email IS NOT NULL;
CREATE INDEX customers_by_age ON customers (created_at DESC, id DESC);
CREATE INDEX customers_in_order ON customers ((first_name || ' ' || last_name), id);
CREATE INDEX customers_search ON customers
  USING gin ((first_name || ' ' || last_name || ' ' || phone_digits || ' ' || coalesce(email, '')) gin_trgm_ops) WITH (fastupdate = off);
CREATE INDEX customers_by_name ON customers USING gin ((first_name || ' ' || last_name) gin_trgm_ops) WITH (fastupdate = off);
-- Coins come and go without being an edit of the customer.
CREATE TRIGGER count_version BEFORE UPDATE OF first_name, last_name, email, phone, status, notes ON customers
FOR EACH ROW EXECUTE FUNCTION count_version();

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
SELECT versioned('customer_addresses');

-- At which locations somebody has ordered (or was taken up): who of a location may see them. The customer's
-- row may follow in the same transaction.
CREATE TABLE customer_locations (
  customer_id uuid NOT NULL REFERENCES customers ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  location_id uuid NOT NULL REFERENCES locations,
  since timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (customer_id, location_id)
);
CREATE INDEX customer_locations_by_location ON customer_locations (location_id, customer_id);
SELECT keep_to_locations('customer_locations');
-- OFFSET 0 has each row looked up by itself: else, for one customer too, all those of a location are put into a hash.
SELECT keep_to('customers', 'EXISTS (SELECT FROM customer_locations cl WHERE cl.customer_id = customers.id
  AND cl.location_id = ANY ((SELECT actor_locations())::uuid[]) OFFSET 0)');
SELECT keep_to('customer_addresses', 'EXISTS (SELECT FROM customer_locations cl
  WHERE cl.customer_id = customer_addresses.customer_id
  AND cl.location_id = ANY ((SELECT actor_locations())::uuid[]) OFFSET 0)');

-- The customers of the actor's locations whose text fits a pattern: what row-level security would keep from
-- using the index. At most 300, the latest.
CREATE FUNCTION customers_matching(pattern text) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan
SET max_parallel_workers_per_gather = 0 AS $$
BEGIN
  RETURN QUERY SELECT c.id FROM customers c
  WHERE (c.first_name || ' ' || c.last_name || ' ' || c.phone_digits || ' ' || coalesce(c.email, '')) ILIKE pattern
    AND EXISTS (SELECT FROM customer_locations cl
      WHERE cl.customer_id = c.id AND cl.location_id = ANY (actor_locations()))
  ORDER BY c.created_at DESC, c.id DESC LIMIT 300;
END $$;

-- A telephone number is one customer in the whole marketplace, also when the actor's locations do not know
-- them yet: they do from now on. Two at once: the second waits for the first and finds it.
CREATE FUNCTION find_or_add_customer(new_id uuid, first_name text, last_name text, phone text, digits text,
  email text, created_by uuid, OUT id uuid, OUT created boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  SELECT c.id, false INTO id, created FROM customers c WHERE c.phone_digits = digits;
  IF id IS NULL THEN
    -- An email that is somebody else's already is left out: the telephone decides who it is.
    INSERT INTO customers AS c (id, first_name, last_name, phone, phone_digits, email, created_by)
    VALUES (new_id, find_or_add_customer.first_name, find_or_add_customer.last_name, find_or_add_customer.phone,
      digits, (SELECT find_or_add_customer.email
        WHERE NOT EXISTS (SELECT FROM customers o WHERE lower(o.email) = lower(find_or_add_customer.email))),
      find_or_add_customer.created_by)
    ON CONFLICT DO NOTHING RETURNING c.id, true INTO id, created;
  END IF;
  IF id IS NULL THEN
    SELECT c.id, false INTO id, created FROM customers c WHERE c.phone_digits = digits;
  END IF;
  IF id IS NULL THEN
    -- Somebody took the email meanwhile.
    INSERT INTO customers AS c (id, first_name, last_name, phone, phone_digits, created_by)
    VALUES (new_id, find_or_add_customer.first_name, find_or_add_customer.last_name, find_or_add_customer.phone,
      digits, find_or_add_customer.created_by)
    RETURNING c.id, true INTO id, created;
  END IF;
  INSERT INTO customer_locations (customer_id, location_id)
  SELECT find_or_add_customer.id, place FROM unnest(actor_locations()) AS place ORDER BY 2 ON CONFLICT DO NOTHING;
END $$;

-- Who is called so, or has such a phone number, as far as the actor may know them: for finding their orders.
-- Work is bounded: past `most` matches `many` is true and the ids are of no use. Under row-level security LIKE
-- could not use its index, hence a function that keeps to the actor's locations by itself.
CREATE FUNCTION customers_matching(pattern text, by_phone boolean, most integer, OUT ids uuid[], OUT many boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  located boolean := NOT pg_has_role(session_user, 'aisle_all', 'member');
  -- A location has few of those who are called so: more are looked at than would be worth looking up.
  most_looked_at integer := CASE WHEN located THEN 10 * most ELSE most END;
BEGIN
  -- As text, so that it is planned for this very pattern.
  EXECUTE format('SELECT coalesce(array_agg(id), ''{}'') FROM (SELECT id FROM customers WHERE %s LIMIT $2) found',
    CASE WHEN by_phone
      THEN '(first_name || '' '' || last_name || '' '' || phone_digits || '' '' || coalesce(email, '''')) ILIKE $1
        AND phone_digits LIKE $1'
      ELSE '(first_name || '' '' || last_name) ILIKE $1' END)
  INTO ids USING pattern, most_looked_at + 1;
  many := cardinality(ids) > most_looked_at;
  IF NOT located THEN RETURN; END IF;
  SELECT coalesce(array_agg(id), '{}') INTO ids FROM (
    SELECT DISTINCT cl.customer_id AS id FROM customer_locations cl
    WHERE cl.customer_id = ANY (ids) AND cl.location_id = ANY (actor_locations()) LIMIT most + 1) found;
  many := many OR cardinality(ids) > most;
END $$;

CREATE SEQUENCE main_order_number START 50001;
CREATE SEQUENCE order_number START 100001;

CREATE TABLE main_orders (
  id uuid PRIMARY KEY,
  number bigint NOT NULL DEFAULT nextval('main_order_number'),
  customer_id uuid NOT NULL REFERENCES customers,
  fulfilment text NOT NULL CHECK (fulfilment IN ('delivery', 'pickup')),
  payment_type text NOT NULL,
  source text NOT NULL CHECK (source IN ('staff', 'storefront')),
  external_id text,
  api_key_id uuid REFERENCES api_keys,
  note text,
  placed_by uuid,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX main_orders_number ON main_orders (number);
CREATE UNIQUE INDEX main_orders_external ON main_orders (api_key_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX main_orders_by_customer ON main_orders (customer_id, created_at DESC);
CREATE INDEX main_orders_by_age ON main_orders (created_at DESC, id DESC);

CREATE TABLE orders (
  location_id uuid NOT NULL REFERENCES locations,
  id uuid NOT NULL,
  number bigint NOT NULL DEFAULT nextval('order_number'),
  main_order_id uuid NOT NULL REFERENCES main_orders,
  customer_id uuid NOT NULL REFERENCES customers,
  customer_name text NOT NULL,
  customer_phone text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'orderPlaced', 'processing', 'prepared', 'awaitingForDelivery',
    'pickup', 'outOfDelivery', 'delivered', 'cancelled', 'rejected', 'failed', 'expired')),
  dispatch_status text CHECK (dispatch_status IN ('awaiting', 'inQueue', 'driverConfirmationPending',
    'driverConfirmed', 'driverConfirmationCompleted', 'offQueue')),
  -- The most advanced active status of order, dispatch, return and refund: what lists show and filter by.
  headline_status text NOT NULL,
  fulfilment text NOT NULL CHECK (fulfilment IN ('delivery', 'pickup')),
  payment_type text NOT NULL,
  items_total bigint NOT NULL CHECK (items_total >= 0),
  discount_total bigint NOT NULL DEFAULT 0 CHECK (discount_total >= 0),
  tax_total bigint NOT NULL DEFAULT 0 CHECK (tax_total >= 0),
  delivery_fee bigint NOT NULL DEFAULT 0 CHECK (delivery_fee >= 0),
  total bigint NOT NULL CHECK (total >= 0),
  coins_used bigint NOT NULL DEFAULT 0 CHECK (coins_used >= 0),
  paid bigint NOT NULL DEFAULT 0 CHECK (paid >= 0),
  refunded bigint NOT NULL DEFAULT 0 CHECK (refunded >= 0),
  line_count integer NOT NULL,
  -- The commission that holds for the order, taken over when it was placed.
  commission_rate numeric(6,3) NOT NULL DEFAULT 0,
  slot_from timestamptz,
  slot_to timestamptz,
  address jsonb,
  distance_km double precision,
  note text,
  driver_id uuid,
  hand_over_code text,
  cancel_reason text,
  payment_due_at timestamptz,
  processing_at timestamptz,
  prepared_at timestamptz,
  out_at timestamptz,
  delivered_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, id),
  CHECK (total = items_total - discount_total + tax_total + delivery_fee),
  -- A collected order has no dispatch; calling an order off ends it.
  CHECK (fulfilment = 'delivery' OR dispatch_status IS NULL),
  CHECK (refunded <= paid)
) WITH (fillfactor = 85);
CREATE INDEX orders_by_id ON orders (id);
CREATE INDEX orders_by_number ON orders (number);
CREATE INDEX orders_by_main_order ON orders (main_order_id);
CREATE INDEX orders_by_customer ON orders (customer_id, created_at DESC, id DESC) INCLUDE (location_id);
-- With all that the sales figures ask for, so that they need not touch the orders themselves.
CREATE INDEX orders_by_age ON orders (created_at DESC, id DESC) INCLUDE (location_id, status, total, customer_id);
CREATE INDEX orders_by_location ON orders (location_id, created_at DESC, id DESC) INCLUDE (status, total, customer_id);
CREATE INDEX orders_by_headline ON orders (headline_status, created_at DESC, id DESC) INCLUDE (location_id);
CREATE INDEX orders_by_location_headline ON orders (location_id, headline_status, created_at DESC, id DESC);
CREATE INDEX orders_by_status ON orders (status, created_at DESC, id DESC) INCLUDE (location_id);
CREATE INDEX orders_by_location_number ON orders (location_id, number);
CREATE INDEX orders_by_location_total ON orders (location_id, total DESC, id DESC);
CREATE INDEX orders_by_total ON orders (total DESC, id DESC) INCLUDE (location_id);
CREATE INDEX orders_by_driver ON orders (driver_id, created_at DESC, id DESC) WHERE driver_id IS NOT NULL;
CREATE INDEX orders_unpaid ON orders (payment_due_at) WHERE status = 'pending';
SELECT versioned('orders');
SELECT keep_to_locations('orders');
ALTER TABLE orders SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

SELECT keep_to('main_orders', 'EXISTS (SELECT FROM orders o WHERE o.main_order_id = main_orders.id
  AND o.location_id = ANY ((SELECT actor_locations())::uuid[]) OFFSET 0)');

CREATE TABLE order_lines (
  location_id uuid NOT NULL,
  order_id uuid NOT NULL,
  id uuid NOT NULL,
  position integer NOT NULL,
  sub_product_id uuid NOT NULL REFERENCES sub_products,
  name text NOT NULL,
  sku text NOT NULL,
  unit text NOT NULL,
  sold_by_weight boolean NOT NULL DEFAULT false,
  quantity numeric(14,3) NOT NULL CHECK (quantity > 0),
  -- Null until somebody picks; then what is taken, weighed where it is sold by weight.
  picked_quantity numeric(14,3) CHECK (picked_quantity >= 0),
  unit_price bigint NOT NULL CHECK (unit_price >= 0),
  discount bigint NOT NULL DEFAULT 0 CHECK (discount >= 0),
  tax_rate numeric(6,3) NOT NULL DEFAULT 0,
  tax bigint NOT NULL DEFAULT 0 CHECK (tax >= 0),
  -- Goods less discount plus tax.
  total bigint NOT NULL CHECK (total >= 0),
  commission_rate numeric(6,3) NOT NULL DEFAULT 0,
  -- The line that this one stands in for.
  substitute_for uuid,
  added_by_staff boolean NOT NULL DEFAULT false,
  note text,
  PRIMARY KEY (location_id, order_id, id),
  FOREIGN KEY (location_id, order_id) REFERENCES orders (location_id, id)
) WITH (fillfactor = 90);
SELECT keep_to_locations('order_lines');
ALTER TABLE order_lines SET (autovacuum_vacuum_insert_scale_factor = 0.02);

CREATE TABLE order_events (
  location_id uuid NOT NULL,
  order_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('order', 'dispatch', 'return', 'refund', 'lines', 'note')),
  from_status text,
  to_status text,
  user_id uuid,
  actor_name text NOT NULL,
  note text,
  details jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, order_id, id),
  FOREIGN KEY (location_id, order_id) REFERENCES orders (location_id, id)
);
SELECT keep_to_locations('order_events');
SELECT append_only('order_events');

CREATE TABLE payments (
  location_id uuid NOT NULL,
  order_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  status text NOT NULL CHECK (status IN ('due', 'authorised', 'captured', 'failed', 'voided')),
  amount bigint NOT NULL CHECK (amount >= 0),
  reference text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, order_id, id),
  FOREIGN KEY (location_id, order_id) REFERENCES orders (location_id, id)
);
SELECT keep_to_locations('payments');

CREATE TABLE refunds (
  location_id uuid NOT NULL,
  order_id uuid NOT NULL,
  id uuid NOT NULL,
  status text NOT NULL DEFAULT 'refundInitiated'
    CHECK (status IN ('refundInitiated', 'refundProcessing', 'refunded', 'refundFailed')),
  amount bigint NOT NULL CHECK (amount > 0),
  lines jsonb NOT NULL DEFAULT '[]',
  delivery_fee bigint NOT NULL DEFAULT 0,
  reason text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, order_id, id),
  FOREIGN KEY (location_id, order_id) REFERENCES orders (location_id, id)
);
SELECT versioned('refunds');
SELECT keep_to_locations('refunds');

-- The money ledger: a journal is one thing that happened, its entries sum to zero.
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
-- Posting the same cause twice is harmless: the second is refused.
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
  -- What of the sale it stands for: several entries of one account can be told apart.
  part text NOT NULL CHECK (part IN ('payment', 'goods', 'tax', 'commission', 'deliveryFee', 'discount', 'coins',
    'refund', 'payout')),
  -- Cents: debit above zero, credit below.
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
-- When the transaction ends, whoever added to a journal must have left it in balance.
CREATE CONSTRAINT TRIGGER check_journal_balance AFTER INSERT ON ledger_entries
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_journal_balance();

-- Coins earned and spent; the balance beside it is kept by the trigger alone.
CREATE TABLE coin_entries (
  customer_id uuid NOT NULL REFERENCES customers,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('earned', 'redeemed', 'returned', 'takenBack', 'adjusted', 'expired')),
  coins bigint NOT NULL CHECK (coins <> 0),
  cause_id uuid NOT NULL,
  order_id uuid,
  location_id uuid,
  user_id uuid,
  note text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (customer_id, id)
);
CREATE UNIQUE INDEX coin_entries_cause ON coin_entries (customer_id, kind, cause_id);
SELECT keep_to_locations('coin_entries');
SELECT append_only('coin_entries');
CREATE FUNCTION apply_coins() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE customers SET coin_balance = coin_balance + NEW.coins WHERE id = NEW.customer_id;
  RETURN NULL;
END $$;
CREATE TRIGGER apply_coins AFTER INSERT ON coin_entries FOR EACH ROW EXECUTE FUNCTION apply_coins();

-- What hangs on a customer, also where the actor may not look: they are not to delete what others need.
CREATE FUNCTION customer_uses(customer uuid, OUT orders bigint, OUT other_locations bigint, OUT coins bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT (SELECT count(*) FROM orders o WHERE o.customer_id = customer),
    (SELECT count(*) FROM customer_locations cl WHERE cl.customer_id = customer
      AND cl.location_id <> ALL (actor_locations())),
    (SELECT count(*) FROM coin_entries e WHERE e.customer_id = customer)
$$;
