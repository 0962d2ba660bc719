-- Customers: their addresses, their locations, their coins, and the index of their names.

CREATE SEQUENCE customer_number START 10001;
CREATE TABLE customers (
  id uuid PRIMARY KEY,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text,
  phone text NOT NULL,
  -- Digits only: equal for two spellings of one number.
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
-- A change of the coin balance is not an edit of the customer.
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

-- The locations where a customer has ordered or was created: their users may see the customer. The customer's row may
-- be inserted later in the same transaction.
CREATE TABLE customer_locations (
  customer_id uuid NOT NULL REFERENCES customers ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  location_id uuid NOT NULL REFERENCES locations,
  since timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (customer_id, location_id)
);
CREATE INDEX customer_locations_by_location ON customer_locations (location_id, customer_id);
SELECT keep_to_locations('customer_locations');
-- OFFSET 0 forces a lookup per row: otherwise the planner hashes all customers of a location even for one customer.
SELECT keep_to('customers', 'EXISTS (SELECT FROM customer_locations cl WHERE cl.customer_id = customers.id
  AND cl.location_id = ANY ((SELECT actor_locations())::uuid[]) OFFSET 0)');
SELECT keep_to('customer_addresses', 'EXISTS (SELECT FROM customer_locations cl
  WHERE cl.customer_id = customer_addresses.customer_id
  AND cl.location_id = ANY ((SELECT actor_locations())::uuid[]) OFFSET 0)');

-- Coins earned and spent; the trigger alone maintains customers.coin_balance.
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

-- The search keys of a name: the whole name, and the rest of it from each further word on. They are read in order from
-- a B-tree: a trigram index merges the posting lists of all trigrams for each search, which is more work than
-- everything else of a page of orders.
CREATE FUNCTION name_endings(name text) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT array_to_string(words[place:], ' ')
  FROM string_to_array(lower(name), ' ') AS words, generate_subscripts(words, 1) AS place
$$;

CREATE TABLE customer_names (
  name text COLLATE "C" NOT NULL,
  customer_id uuid NOT NULL REFERENCES customers ON DELETE CASCADE,
  PRIMARY KEY (name, customer_id)
);
CREATE INDEX customer_names_by_customer ON customer_names (customer_id);

-- The same by location.
CREATE TABLE customer_names_at (
  location_id uuid NOT NULL,
  name text COLLATE "C" NOT NULL,
  customer_id uuid NOT NULL,
  PRIMARY KEY (location_id, name, customer_id),
  FOREIGN KEY (customer_id, location_id) REFERENCES customer_locations ON DELETE CASCADE
);
CREATE INDEX customer_names_at_by_customer ON customer_names_at (customer_id, location_id);
SELECT keep_to_locations('customer_names_at');

-- Every word of the names, for input from the middle of a word. There are few words and none is removed.
CREATE TABLE name_words (
  word text COLLATE "C" NOT NULL
);
CREATE INDEX name_words_within ON name_words USING gin (word gin_trgm_ops) WITH (fastupdate = off);
-- Not unique: two transactions that add the same new word need not wait for each other, and a duplicate does no harm.
CREATE INDEX name_words_by_word ON name_words (word);

-- Written by triggers and read by customers_called, which checks the locations itself.
REVOKE ALL ON customer_names, name_words FROM aisle_all, aisle_located;
REVOKE INSERT, UPDATE, DELETE ON customer_names_at FROM aisle_all, aisle_located;

CREATE FUNCTION words_of(name text) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT DISTINCT word COLLATE "C" FROM string_to_table(lower(name), ' ') AS word WHERE word <> ''
$$;

CREATE FUNCTION note_customer_name() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  called text := NEW.first_name || ' ' || NEW.last_name;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM customer_names_at WHERE customer_id = NEW.id;
    DELETE FROM customer_names WHERE customer_id = NEW.id;
    -- Keeps the former words: orders still have the former name on them.
    INSERT INTO order_words (location_id, word, created_at, order_id)
    SELECT o.location_id, part, o.created_at, o.id FROM orders o, words_of(called) AS part
    WHERE o.customer_id = NEW.id
    ON CONFLICT DO NOTHING;
  END IF;
  INSERT INTO name_words (word) SELECT part FROM words_of(called) AS part
  WHERE NOT EXISTS (SELECT FROM name_words WHERE word = part COLLATE "C");
  INSERT INTO customer_names (name, customer_id) SELECT ending, NEW.id FROM name_endings(called) AS ending
  ON CONFLICT DO NOTHING;
  -- The customer's locations may have been inserted before the customer.
  INSERT INTO customer_names_at (location_id, name, customer_id)
  SELECT place.location_id, ending, NEW.id FROM customer_locations place, name_endings(called) AS ending
  WHERE place.customer_id = NEW.id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER note_name AFTER INSERT ON customers FOR EACH ROW EXECUTE FUNCTION note_customer_name();
CREATE TRIGGER note_new_name AFTER UPDATE OF first_name, last_name ON customers FOR EACH ROW
WHEN (OLD.first_name IS DISTINCT FROM NEW.first_name OR OLD.last_name IS DISTINCT FROM NEW.last_name)
EXECUTE FUNCTION note_customer_name();

CREATE FUNCTION note_name_at() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO customer_names_at (location_id, name, customer_id)
  SELECT NEW.location_id, name, NEW.customer_id FROM customer_names WHERE customer_id = NEW.customer_id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER note_name AFTER INSERT ON customer_locations FOR EACH ROW EXECUTE FUNCTION note_name_at();

-- Indexes the names of all customers: after a bulk load with triggers disabled.
CREATE FUNCTION note_all_names() RETURNS void LANGUAGE sql AS $$
  INSERT INTO name_words (word) SELECT DISTINCT word COLLATE "C"
  FROM customers, string_to_table(lower(first_name || ' ' || last_name), ' ') AS word ORDER BY 1 ON CONFLICT DO NOTHING;
  INSERT INTO customer_names (name, customer_id) SELECT ending, id
  FROM customers, name_endings(first_name || ' ' || last_name) AS ending ORDER BY ending COLLATE "C", id ON CONFLICT DO NOTHING;
  INSERT INTO customer_names_at (location_id, name, customer_id) SELECT location_id, name, customer_id
  FROM customer_names JOIN customer_locations USING (customer_id) ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING;
$$;
REVOKE EXECUTE ON FUNCTION note_all_names() FROM aisle_all, aisle_located;

-- A phone number identifies one customer in the whole marketplace, also one that is new to the actor's locations: it is
-- added to them. Of two concurrent calls the second waits for the first and finds its customer.
CREATE FUNCTION find_or_add_customer(new_id uuid, first_name text, last_name text, phone text, digits text,
  email text, created_by uuid, OUT id uuid, OUT created boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  SELECT c.id, false INTO id, created FROM customers c WHERE c.phone_digits = digits;
  IF id IS NULL THEN
    -- An email of another customer is omitted: the phone number identifies the customer.
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
    -- Another transaction took the email meanwhile.
    INSERT INTO customers AS c (id, first_name, last_name, phone, phone_digits, created_by)
    VALUES (new_id, find_or_add_customer.first_name, find_or_add_customer.last_name, find_or_add_customer.phone,
      digits, find_or_add_customer.created_by)
    RETURNING c.id, true INTO id, created;
  END IF;
  INSERT INTO customer_locations (customer_id, location_id)
  SELECT find_or_add_customer.id, place FROM unnest(actor_locations()) AS place ORDER BY 2 ON CONFLICT DO NOTHING;
END $$;

-- The customers of the actor's locations whose text matches a pattern, at most the latest 300. A function, as row-level
-- security prevents ILIKE from using the index.
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

-- The customers of the actor's locations with such a name or phone number, for finding their orders. Work is bounded:
-- above `most` matches `many` is true and the ids are incomplete. A function that checks the locations itself, as
-- row-level security prevents ILIKE from using the index. It reads customer_locations by location, whose rows are
-- adjacent, rather than by customer, whose rows are scattered.
CREATE FUNCTION customers_matching(pattern text, by_phone boolean, most integer, OUT ids uuid[], OUT many boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  located boolean := NOT pg_has_role(session_user, 'aisle_all', 'member');
  -- A location has few of the matching customers, so more matches are read than are returned.
  most_looked_at integer := CASE WHEN located THEN 10 * most ELSE most END;
BEGIN
  -- Dynamic, so that it is planned for this pattern.
  EXECUTE format('SELECT coalesce(array_agg(id), ''{}'') FROM (SELECT id FROM customers WHERE %s LIMIT $2) found',
    CASE WHEN by_phone
      THEN '(first_name || '' '' || last_name || '' '' || phone_digits || '' '' || coalesce(email, '''')) ILIKE $1
        AND phone_digits LIKE $1'
      ELSE '(first_name || '' '' || last_name) ILIKE $1' END)
  INTO ids USING pattern, most_looked_at + 1;
  many := cardinality(ids) > most_looked_at;
  IF NOT located THEN RETURN; END IF;
  SELECT coalesce(array_agg(DISTINCT id), '{}') INTO ids FROM (
    SELECT cl.customer_id AS id FROM customer_locations cl
    WHERE cl.location_id = ANY (actor_locations()) AND cl.customer_id = ANY (ids)
    ORDER BY cl.location_id, cl.customer_id LIMIT most + 1) found;
  many := many OR cardinality(ids) > most;
END $$;

-- The customers of the actor's locations whose name contains the input, for finding their orders. It matches from the
-- beginning of a word, or from the middle of one, which is then looked up in name_words. Above `most` matches `many` is
-- true and the ids are empty.
CREATE FUNCTION customers_called(typed text, most integer, OUT ids uuid[], OUT many boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  located boolean := NOT pg_has_role(session_user, 'aisle_all', 'member');
  said text := lower(typed);
  first_word text := split_part(said, ' ', 1);
  others text := substr(said, char_length(first_word) + 1);
  within text := '%_' || replace(replace(replace(first_word, '\', '\\'), '%', '\%'), '_', '\_')
    || CASE WHEN others = '' THEN '%' ELSE '' END;
  -- A customer is found several times: at each of several locations, and when two words of the name match.
  most_met integer := CASE WHEN located AND cardinality(actor_locations()) > 1 THEN 10 ELSE 1 END * (most + 1);
  met uuid[];
  lows text[];
  highs text[];
BEGIN
  SELECT array_agg(word || others), array_agg(word || others || CASE others WHEN '' THEN '!' ELSE U&'\+10FFFF' END)
  INTO lows, highs FROM name_words WHERE word LIKE within;
  lows := said || coalesce(lows, '{}');
  highs := (said || U&'\+10FFFF') || coalesce(highs, '{}');
  IF located THEN
    SELECT array_agg(found.customer_id) INTO met FROM (
      SELECT names.customer_id FROM unnest(actor_locations()) AS place (id)
      CROSS JOIN unnest(lows, highs) AS span (low, high)
      CROSS JOIN LATERAL (SELECT customer_id FROM customer_names_at
        WHERE location_id = place.id AND name >= span.low AND name < span.high LIMIT most_met) AS names
      LIMIT most_met) AS found;
  ELSE
    SELECT array_agg(found.customer_id) INTO met FROM (
      SELECT names.customer_id FROM unnest(lows, highs) AS span (low, high)
      CROSS JOIN LATERAL (SELECT customer_id FROM customer_names
        WHERE name >= span.low AND name < span.high LIMIT most_met) AS names
      LIMIT most_met) AS found;
  END IF;
  SELECT coalesce(array_agg(DISTINCT id), '{}') INTO ids FROM unnest(met) AS id;
  many := cardinality(ids) > most;
  IF many THEN
    ids := '{}';
  ELSIF cardinality(met) = most_met THEN
    SELECT m.ids, m.many INTO ids, many
    FROM customers_matching('%' || replace(replace(replace(typed, '\', '\\'), '%', '\%'), '_', '\_') || '%', false, most) AS m;
  END IF;
END $$;

-- The words of names that contain the input; null when there are more than `most`.
CREATE FUNCTION words_holding(typed text, most integer) RETURNS text[]
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  held text[] := ARRAY(SELECT DISTINCT word FROM name_words
    WHERE word LIKE '%' || replace(replace(replace(lower(typed), '\', '\\'), '%', '\%'), '_', '\_') || '%' LIMIT most + 1);
BEGIN
  RETURN CASE WHEN cardinality(held) <= most THEN held END;
END $$;
