-- Coins in lots: what is earned, adjusted or returned is a lot with its worth and its expiry, and what leaves is taken
-- from the lots that expire first. An insert into coin_entries is the only way in: its trigger moves the lots and the
-- balance along, and nothing else may.

ALTER TABLE coin_entries
  -- Cents that the entry adds to what the coins of customers are worth; below zero where coins leave. Given with coins
  -- that are earned or added by hand, found by the trigger otherwise.
  ADD COLUMN worth bigint,
  ADD COLUMN balance_after bigint,
  -- When the coins that it adds expire; null: never, or it adds none.
  ADD COLUMN expires_at timestamptz,
  ADD COLUMN user_name text,
  -- In what sequence a customer's entries came: no two are written at once.
  ADD COLUMN position bigint,
  -- Never written so far.
  DROP COLUMN note;

-- Why coins were added or removed by hand. Not in the ledger: words about a person can be erased, figures can't.
CREATE TABLE coin_adjustments (
  customer_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  reason text NOT NULL,
  note text,
  -- The merge of customers that brought the coins.
  merge_id uuid,
  PRIMARY KEY (customer_id, entry_id)
);

CREATE SEQUENCE coin_entry_position;

CREATE TABLE coin_lots (
  customer_id uuid NOT NULL REFERENCES customers,
  id uuid NOT NULL,
  -- The entry that made it.
  entry_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('earned', 'adjusted', 'returned')),
  -- Where, and by which order, its coins were earned; adjustments belong to the marketplace itself.
  location_id uuid NOT NULL,
  order_id uuid,
  -- Coins that an order returned late, and the lot it had taken them from: they have an expiry of their own.
  from_lot_id uuid,
  coins bigint NOT NULL CHECK (coins > 0),
  worth bigint NOT NULL CHECK (worth >= 0),
  coins_left bigint NOT NULL CHECK (coins_left BETWEEN 0 AND coins),
  worth_left bigint NOT NULL CHECK (worth_left BETWEEN 0 AND worth),
  expires_at timestamptz,
  -- When the customer got the email that they expire.
  warned_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (customer_id, id),
  CONSTRAINT coin_lots_empty CHECK (coins_left > 0 OR worth_left = 0)
);
CREATE INDEX coin_lots_open ON coin_lots (customer_id, expires_at, created_at, id) WHERE coins_left > 0;
CREATE INDEX coin_lots_due ON coin_lots (expires_at) WHERE coins_left > 0 AND expires_at IS NOT NULL;

-- What an entry took out of which lot, or put back.
CREATE TABLE coin_moves (
  customer_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  lot_id uuid NOT NULL,
  -- The order that has the coins while it isn't paid back: only where an order paid with them.
  held_by uuid,
  coins bigint NOT NULL CHECK (coins <> 0),
  worth bigint NOT NULL,
  PRIMARY KEY (customer_id, entry_id, lot_id),
  FOREIGN KEY (customer_id, lot_id) REFERENCES coin_lots
);
CREATE INDEX coin_moves_by_lot ON coin_moves (customer_id, lot_id);

-- The part of a lot's worth that so many of its coins have: counted from the beginning, half a cent rounded up.
CREATE FUNCTION coin_share(worth bigint, part bigint, coins bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT div(2::numeric * worth * part + coins, 2 * coins)::bigint $$;

ALTER TABLE journals
  DROP CONSTRAINT journals_kind_check,
  ADD CONSTRAINT journals_kind_check CHECK (kind IN ('sale', 'refund', 'payment', 'payout', 'correction',
    'subscription', 'coinAdjustment', 'coinExpiry'));
ALTER TABLE ledger_entries
  DROP CONSTRAINT ledger_entries_part_check,
  ADD CONSTRAINT ledger_entries_part_check CHECK (part IN ('payment', 'goods', 'tax', 'commission', 'deliveryFee',
    'discount', 'coins', 'earned', 'refund', 'payout', 'adjustment', 'subscription', 'expired'));

-- What there is already. Coins that are left are the ones that came last; they expire as if they came today, as no
-- customer knew that they would. What an order was paid with is a lot that this order emptied, worth what it paid.
DROP TRIGGER apply_coins ON coin_entries;
DROP FUNCTION apply_coins();
ALTER TABLE coin_entries DISABLE TRIGGER append_only;
UPDATE coin_entries SET location_id = marketplace_books() WHERE location_id IS NULL;
WITH raised AS (
  INSERT INTO coin_entries (customer_id, id, kind, coins, cause_id, location_id)
  SELECT id, new_uuid_v7(), 'adjusted', -coin_balance, id, marketplace_books()
  FROM customers WHERE coin_balance < 0
  RETURNING customer_id, id
)
INSERT INTO coin_adjustments (customer_id, entry_id, reason)
SELECT customer_id, id, 'The balance was below zero' FROM raised;
UPDATE customers SET coin_balance = 0 WHERE coin_balance < 0;

CREATE TEMPORARY TABLE coin_rules ON COMMIT DROP AS
SELECT coalesce(("values" #>> '{coins,redeemCents}')::bigint, 1) AS cents,
  CASE WHEN "values" #> '{coins,expiryDays}' IS NULL THEN now() + interval '365 days'
    ELSE now() + make_interval(days => ("values" #>> '{coins,expiryDays}')::integer) END AS expires_at
FROM settings;

WITH gained AS (
  SELECT e.*, c.coin_balance,
    sum(e.coins) OVER (PARTITION BY e.customer_id ORDER BY e.created_at DESC, e.id DESC) - e.coins AS later
  FROM coin_entries e JOIN customers c ON c.id = e.customer_id WHERE e.coins > 0 AND c.coin_balance > 0
), remaining AS (
  SELECT g.*, least(g.coins, g.coin_balance - g.later)::bigint AS left_over, r.cents, r.expires_at AS expiry
  FROM gained g CROSS JOIN coin_rules r WHERE g.later < g.coin_balance
), valued AS (
  SELECT k.*, coalesce(CASE WHEN k.kind = 'earned' THEN coin_share((SELECT -sum(x.amount) FROM journals j
      JOIN ledger_entries x ON x.location_id = j.location_id AND x.journal_id = j.id
      WHERE j.location_id = k.location_id AND j.order_id = k.order_id AND j.kind = 'sale' AND x.part = 'earned'
        AND x.account = 'coinsLiability')::bigint, k.left_over, k.coins) END, k.left_over * k.cents) AS value
  FROM remaining k
)
INSERT INTO coin_lots (customer_id, id, entry_id, kind, location_id, order_id, coins, worth, coins_left, worth_left,
  expires_at, created_at)
SELECT customer_id, id, id, kind, location_id, CASE kind WHEN 'earned' THEN order_id END, left_over, value, left_over,
  value, expiry, created_at
FROM valued;

WITH held AS (
  SELECT customer_id, order_id, min(location_id::text)::uuid AS location_id, -sum(coins)::bigint AS coins,
    (array_agg(id ORDER BY created_at, id) FILTER (WHERE kind = 'redeemed'))[1] AS entry_id, min(created_at) AS created_at
  FROM coin_entries WHERE kind IN ('redeemed', 'returned') AND order_id IS NOT NULL
  GROUP BY 1, 2 HAVING sum(coins) < 0
), valued AS (
  SELECT h.*, greatest(0, coalesce((SELECT sum(p.amount) FROM payments p WHERE p.location_id = h.location_id
      AND p.order_id = h.order_id AND p.provider = 'coins' AND p.status IN ('authorised', 'captured')), 0)
    - coalesce((SELECT sum(f.in_coins) FROM refunds f WHERE f.location_id = h.location_id
      AND f.order_id = h.order_id AND f.status = 'refunded'), 0))::bigint AS value
  FROM held h
), lot AS (
  INSERT INTO coin_lots (customer_id, id, entry_id, kind, location_id, coins, worth, coins_left, worth_left, expires_at,
    created_at)
  SELECT customer_id, entry_id, entry_id, 'earned', location_id, coins, value, 0, 0, r.expires_at, created_at
  FROM valued CROSS JOIN coin_rules r
)
INSERT INTO coin_moves (customer_id, entry_id, lot_id, held_by, coins, worth)
SELECT customer_id, entry_id, entry_id, order_id, -coins, -value FROM valued;

UPDATE coin_entries e SET balance_after = sums.balance_after, position = sums.position,
  worth = coalesce((SELECT l.worth_left FROM coin_lots l
      WHERE l.customer_id = e.customer_id AND l.id = e.id AND l.coins_left > 0),
    (SELECT m.worth FROM coin_moves m WHERE m.customer_id = e.customer_id AND m.entry_id = e.id), 0),
  expires_at = (SELECT l.expires_at FROM coin_lots l WHERE l.customer_id = e.customer_id AND l.id = e.id AND e.coins > 0)
FROM (SELECT customer_id, id, sum(coins) OVER (PARTITION BY customer_id ORDER BY created_at, id) AS balance_after,
    row_number() OVER (ORDER BY created_at, id) AS position
  FROM coin_entries) sums
WHERE sums.customer_id = e.customer_id AND sums.id = e.id;
ALTER TABLE coin_entries ENABLE TRIGGER append_only;
SELECT setval('coin_entry_position', (SELECT count(*) + 1 FROM coin_entries));
ALTER TABLE coin_entries
  -- The trigger finds these two.
  ALTER COLUMN position SET NOT NULL,
  ALTER COLUMN position SET DEFAULT 0,
  ALTER COLUMN balance_after SET DEFAULT 0,
  ALTER COLUMN worth SET NOT NULL,
  ALTER COLUMN balance_after SET NOT NULL,
  ALTER COLUMN location_id SET NOT NULL,
  ALTER COLUMN location_id SET DEFAULT marketplace_books();
ALTER TABLE coin_adjustments ADD FOREIGN KEY (customer_id, entry_id) REFERENCES coin_entries;
ALTER TABLE customers ADD CONSTRAINT customers_coin_balance CHECK (coin_balance >= 0);

-- From here on the books owe what these coins are worth, and those that orders on their way were paid with.
WITH owed AS (
  SELECT coalesce((SELECT sum(worth_left) FROM coin_lots), 0)
    - coalesce((SELECT sum(m.worth) FROM coin_moves m JOIN orders o ON o.id = m.held_by
      WHERE o.status <> 'delivered'), 0)
    + coalesce((SELECT sum(amount) FROM ledger_entries WHERE account = 'coinsLiability'), 0) AS more
), journal AS (
  INSERT INTO journals (location_id, id, kind, cause_id)
  SELECT marketplace_books(), new_uuid_v7(), 'coinAdjustment', new_uuid_v7() FROM owed WHERE more <> 0 RETURNING id
)
INSERT INTO ledger_entries (location_id, journal_id, position, account, part, amount)
SELECT marketplace_books(), journal.id, entry.position, entry.account, 'coins', entry.amount
FROM journal CROSS JOIN owed
CROSS JOIN LATERAL (VALUES (1, 'coinsLiability', -more), (2, 'discounts', more)) AS entry (position, account, amount);

-- All that one person is known as: replaced where customers can be merged.
CREATE FUNCTION customer_ids(customer uuid) RETURNS uuid[] LANGUAGE sql STABLE AS $$ SELECT ARRAY[customer] $$;

-- Where coins go and come from: into a lot of their own, out of those that expire first, or back where an order took them
-- from. An entry that takes coins back takes what is there, and is none where nothing is.
CREATE FUNCTION apply_coins() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  has bigint;
BEGIN
  SELECT coin_balance INTO has FROM customers WHERE id = NEW.customer_id FOR NO KEY UPDATE;
  -- What is left of it, whatever was used meanwhile.
  IF NEW.kind = 'takenBack' THEN NEW.coins := -least(-NEW.coins, coalesce(has, 0)); END IF;
  IF NEW.kind = 'expired' THEN
    NEW.coins := -(SELECT coins_left FROM coin_lots WHERE customer_id = NEW.customer_id AND id = NEW.cause_id);
  END IF;
  IF NEW.coins = 0 THEN RETURN NULL; END IF;
  IF NEW.kind = 'returned' THEN
    SELECT total, first_expiry INTO NEW.worth, NEW.expires_at FROM return_coins(NEW);
  ELSIF NEW.coins < 0 THEN
    IF has + NEW.coins < 0 THEN
      RAISE EXCEPTION 'customer % has % coins', NEW.customer_id, has
        USING ERRCODE = 'check_violation', CONSTRAINT = 'customers_coin_balance', TABLE = 'customers';
    END IF;
    NEW.worth := -take_coins(NEW);
    NEW.expires_at := NULL;
  ELSE
    INSERT INTO coin_lots (customer_id, id, entry_id, kind, location_id, order_id, coins, worth, coins_left, worth_left,
      expires_at, created_at)
    VALUES (NEW.customer_id, NEW.id, NEW.id, NEW.kind, NEW.location_id, NEW.order_id, NEW.coins, NEW.worth, NEW.coins,
      NEW.worth, NEW.expires_at, NEW.created_at);
  END IF;
  NEW.position := nextval('coin_entry_position');
  NEW.balance_after := has + NEW.coins;
  NEW.user_name := coalesce(NEW.user_name, (SELECT first_name || ' ' || last_name FROM users WHERE id = NEW.user_id));
  UPDATE customers SET coin_balance = NEW.balance_after WHERE id = NEW.customer_id;
  RETURN NEW;
END $$;

-- Takes the coins of an entry out of their lots, and gives what they were worth: out of the lot that is its cause, or
-- those of the order whose coins are taken back, or those that expire first.
CREATE FUNCTION take_coins(entry coin_entries) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  wanted bigint := -entry.coins;
  taken bigint := 0;
  lot record;
  part bigint;
  cents bigint;
BEGIN
  FOR lot IN SELECT * FROM coin_lots l WHERE l.customer_id = entry.customer_id AND l.coins_left > 0
    ORDER BY (l.id = entry.cause_id OR entry.kind = 'takenBack' AND l.order_id IS NOT DISTINCT FROM entry.order_id) DESC,
      l.expires_at, l.created_at, l.id
  LOOP
    EXIT WHEN wanted = 0;
    part := least(wanted, lot.coins_left);
    cents := CASE WHEN part = lot.coins_left THEN lot.worth_left ELSE least(lot.worth_left, greatest(0,
      coin_share(lot.worth, lot.coins - lot.coins_left + part, lot.coins) - lot.worth + lot.worth_left)) END;
    UPDATE coin_lots SET coins_left = coins_left - part, worth_left = worth_left - cents
    WHERE customer_id = lot.customer_id AND id = lot.id;
    INSERT INTO coin_moves (customer_id, entry_id, lot_id, held_by, coins, worth)
    VALUES (entry.customer_id, entry.id, lot.id, CASE entry.kind WHEN 'redeemed' THEN entry.order_id END, -part, -cents);
    wanted := wanted - part;
    taken := taken + cents;
  END LOOP;
  IF wanted > 0 THEN
    RAISE EXCEPTION 'the lots of customer % are % coins short', entry.customer_id, wanted USING ERRCODE = 'check_violation';
  END IF;
  RETURN taken;
END $$;

-- Puts the coins that an order doesn't need back into the lots it took them from, the last ones first, at what they were
-- worth when they left. They can be used for 30 days at least: where their lot expires before, or is of a customer merged
-- into this one, they become a lot of their own.
CREATE FUNCTION return_coins(entry coin_entries, OUT total bigint, OUT first_expiry timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  wanted bigint := entry.coins;
  lot record;
  part bigint;
  cents bigint;
  expiry timestamptz;
  people uuid[] := customer_ids(entry.customer_id);
BEGIN
  total := 0;
  FOR lot IN
    SELECT l.*, h.held, h.value FROM (
      SELECT used.lot_id, -sum(used.coins)::bigint AS held, -sum(used.worth)::bigint AS value FROM (
        SELECT m.lot_id, m.coins, m.worth FROM coin_moves m
        WHERE m.customer_id = ANY (people) AND m.held_by = entry.order_id
        UNION ALL
        SELECT late.from_lot_id, late.coins, late.worth FROM coin_entries e
        JOIN coin_lots late ON late.customer_id = e.customer_id AND late.entry_id = e.id AND late.from_lot_id IS NOT NULL
        WHERE e.customer_id = ANY (people) AND e.order_id = entry.order_id AND e.kind = 'returned') used
      GROUP BY 1 HAVING sum(used.coins) < 0) h
    JOIN coin_lots l ON l.customer_id = ANY (people) AND l.id = h.lot_id
    ORDER BY l.expires_at DESC, l.created_at DESC, l.id DESC
  LOOP
    EXIT WHEN wanted = 0;
    part := least(wanted, lot.held);
    cents := lot.value - coin_share(lot.value, lot.held - part, lot.held);
    expiry := CASE WHEN lot.expires_at IS NOT NULL THEN greatest(lot.expires_at, now() + interval '30 days') END;
    IF expiry IS NOT DISTINCT FROM lot.expires_at AND lot.customer_id = entry.customer_id THEN
      UPDATE coin_lots l SET coins_left = l.coins_left + part, worth_left = l.worth_left + cents
      WHERE l.customer_id = lot.customer_id AND l.id = lot.id;
      INSERT INTO coin_moves (customer_id, entry_id, lot_id, held_by, coins, worth)
      VALUES (entry.customer_id, entry.id, lot.id, entry.order_id, part, cents);
    ELSE
      INSERT INTO coin_lots (customer_id, id, entry_id, kind, location_id, order_id, from_lot_id, coins, worth, coins_left,
        worth_left, expires_at)
      VALUES (entry.customer_id, new_uuid_v7(), entry.id, 'returned', lot.location_id, lot.order_id, lot.id, part, cents,
        part, cents, expiry);
    END IF;
    wanted := wanted - part;
    total := total + cents;
    first_expiry := least(first_expiry, expiry);
  END LOOP;
  IF wanted > 0 THEN
    RAISE EXCEPTION 'order % has % coins less than it returns', entry.order_id, wanted USING ERRCODE = 'check_violation';
  END IF;
END $$;
CREATE TRIGGER apply_coins BEFORE INSERT ON coin_entries FOR EACH ROW EXECUTE FUNCTION apply_coins();
REVOKE EXECUTE ON FUNCTION take_coins(coin_entries), return_coins(coin_entries) FROM aisle_all, aisle_located;

-- For the merge of two customers: what one has left becomes the other's, with its worth, its expiry and its order. Gives
-- how many coins that are; nothing is posted, as they stay coins of customers.
CREATE FUNCTION move_coins(from_customer uuid, to_customer uuid, merge uuid) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  lot coin_lots;
  moved bigint := 0;
BEGIN
  -- Both are locked in one sequence, whichever way coins move.
  PERFORM FROM customers WHERE id IN (from_customer, to_customer) ORDER BY id FOR NO KEY UPDATE;
  FOR lot IN SELECT * FROM coin_lots l WHERE l.customer_id = from_customer AND l.coins_left > 0
    ORDER BY l.expires_at, l.created_at, l.id
  LOOP
    PERFORM move_coin_lot(lot, to_customer, new_uuid_v7(), merge);
    moved := moved + lot.coins_left;
  END LOOP;
  RETURN moved;
END $$;

-- The way back, as far as the coins that came with the merge are not spent.
CREATE FUNCTION move_coins_back(from_customer uuid, to_customer uuid, merge uuid) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  lot coin_lots;
  moved bigint := 0;
BEGIN
  PERFORM FROM customers WHERE id IN (from_customer, to_customer) ORDER BY id FOR NO KEY UPDATE;
  FOR lot IN SELECT l.* FROM coin_adjustments a
    JOIN coin_lots l ON l.customer_id = a.customer_id AND l.entry_id = a.entry_id
    WHERE a.customer_id = to_customer AND a.merge_id = merge AND l.coins_left > 0
      AND NOT EXISTS (SELECT FROM coin_entries e WHERE e.customer_id = to_customer AND e.kind = 'adjusted'
        AND e.cause_id = l.id)
    ORDER BY l.expires_at, l.created_at, l.id
  LOOP
    PERFORM move_coin_lot(lot, from_customer, lot.id, NULL);
    moved := moved + lot.coins_left;
  END LOOP;
  RETURN moved;
END $$;

CREATE FUNCTION move_coin_lot(lot coin_lots, to_customer uuid, cause uuid, merge uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  gone record;
  came uuid := new_uuid_v7();
BEGIN
  INSERT INTO coin_entries (customer_id, id, kind, coins, cause_id, order_id, location_id, user_id, worth)
  VALUES (lot.customer_id, new_uuid_v7(), 'adjusted', -lot.coins_left, cause, lot.order_id, lot.location_id, actor_id(), 0)
  RETURNING id, worth INTO gone;
  INSERT INTO coin_entries (customer_id, id, kind, coins, cause_id, order_id, location_id, user_id, worth, expires_at)
  VALUES (to_customer, came, 'adjusted', lot.coins_left, cause, lot.order_id, lot.location_id, actor_id(), -gone.worth,
    lot.expires_at);
  INSERT INTO coin_adjustments (customer_id, entry_id, reason, merge_id)
  VALUES (lot.customer_id, gone.id, 'Customers merged', NULL), (to_customer, came, 'Customers merged', merge);
END $$;
REVOKE EXECUTE ON FUNCTION move_coin_lot(coin_lots, uuid, uuid, uuid) FROM aisle_all, aisle_located;
REVOKE EXECUTE ON FUNCTION move_coins(uuid, uuid, uuid), move_coins_back(uuid, uuid, uuid) FROM aisle_located;

-- Coins that the order earned and the customer no longer had.
ALTER TABLE refunds
  ADD COLUMN coins_not_taken bigint NOT NULL DEFAULT 0,
  ADD CONSTRAINT refunds_coins_not_taken CHECK (coins_not_taken BETWEEN 0 AND coins);

-- Checked at commit for every writer: a balance is the sum of its entries and of its lots, and a lot is what it was made
-- with and what was moved since. An entry is checked with the balance that it changes.
CREATE FUNCTION check_coins() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  customer uuid := to_jsonb(NEW) ->> TG_ARGV[0];
BEGIN
  IF EXISTS (SELECT FROM customers c WHERE c.id = customer AND (
      c.coin_balance <> (SELECT coalesce(sum(e.coins), 0) FROM coin_entries e WHERE e.customer_id = c.id)
      OR c.coin_balance <> (SELECT coalesce(sum(l.coins_left), 0) FROM coin_lots l
        WHERE l.customer_id = c.id AND l.coins_left > 0))) THEN
    RAISE EXCEPTION 'the coins of customer % are not the sum of their entries and lots', customer
      USING ERRCODE = 'check_violation', CONSTRAINT = 'coins_add_up', TABLE = 'coin_entries';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER check_coins AFTER UPDATE OF coin_balance ON customers
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_coins('id');
CREATE CONSTRAINT TRIGGER check_new_coins AFTER INSERT ON customers
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.coin_balance <> 0) EXECUTE FUNCTION check_coins('id');

CREATE FUNCTION check_coin_lot() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  customer uuid := NEW.customer_id;
  lot uuid := to_jsonb(NEW) ->> TG_ARGV[0];
BEGIN
  IF EXISTS (SELECT FROM coin_lots l
    CROSS JOIN LATERAL (SELECT coalesce(sum(m.coins), 0) AS coins, coalesce(sum(m.worth), 0) AS worth FROM coin_moves m
      WHERE m.customer_id = l.customer_id AND m.lot_id = l.id) moved
    WHERE l.customer_id = customer AND l.id = lot
      AND (l.coins_left, l.worth_left) IS DISTINCT FROM (l.coins + moved.coins, l.worth + moved.worth)) THEN
    RAISE EXCEPTION 'coin lot % is not what was moved', lot
      USING ERRCODE = 'check_violation', CONSTRAINT = 'coins_add_up', TABLE = 'coin_lots';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER check_coin_lot AFTER INSERT OR UPDATE OF coins, worth, coins_left, worth_left ON coin_lots
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_coin_lot('id');
CREATE CONSTRAINT TRIGGER check_coin_lot AFTER INSERT ON coin_moves
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_coin_lot('lot_id');
CREATE CONSTRAINT TRIGGER check_coins AFTER INSERT OR UPDATE OF coins, worth, coins_left, worth_left ON coin_lots
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_coins('customer_id');

SELECT append_only('coin_moves');
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON coin_lots FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON coin_lots, coin_moves FROM aisle_all, aisle_located;
GRANT UPDATE (warned_at) ON coin_lots TO aisle_all;
REVOKE UPDATE, DELETE, TRUNCATE ON coin_adjustments FROM aisle_all, aisle_located;
GRANT UPDATE (reason, note) ON coin_adjustments TO aisle_all;
REVOKE SELECT ON coin_moves FROM aisle_located;

-- A store sees what its own orders did and what the marketplace adjusted, of the customers that it sees; how many coins
-- they have and when these expire is seen with the customer.
SELECT keep_to('coin_moves', 'false', 'false');
SELECT keep_to('coin_lots', 'EXISTS (SELECT FROM customer_locations cl WHERE cl.customer_id = coin_lots.customer_id
  AND cl.location_id = ANY ((SELECT actor_locations())::uuid[]) OFFSET 0)', 'false');
SELECT keep_to('coin_adjustments',
  'EXISTS (SELECT FROM coin_entries e WHERE e.customer_id = coin_adjustments.customer_id AND e.id = entry_id)',
  'EXISTS (SELECT FROM coin_entries e WHERE e.customer_id = coin_adjustments.customer_id AND e.id = entry_id)');
DROP POLICY own_locations ON coin_entries;
CREATE POLICY own_locations ON coin_entries TO aisle_located
USING (location_id = ANY ((SELECT actor_locations())::uuid[]) OR location_id = marketplace_books()
  AND EXISTS (SELECT FROM customer_locations cl WHERE cl.customer_id = coin_entries.customer_id
    AND cl.location_id = ANY ((SELECT actor_locations())::uuid[]) OFFSET 0))
WITH CHECK (location_id = ANY ((SELECT actor_locations())::uuid[]) OR location_id = marketplace_books()
  AND EXISTS (SELECT FROM customer_locations cl WHERE cl.customer_id = coin_entries.customer_id
    AND cl.location_id = ANY ((SELECT actor_locations())::uuid[]) OFFSET 0));
