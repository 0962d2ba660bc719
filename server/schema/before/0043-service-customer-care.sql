-- Customers who turn out to be the same person, and customers who are erased.

ALTER TABLE customers
  -- The customer under whom this one is shown and counted. Its orders, returns and addresses belong to that one; its
  -- ledgers are only added to, so they stay and are read by customer_ids.
  ADD COLUMN merged_into uuid REFERENCES customers CHECK (merged_into <> id),
  -- Names, phones and emails of those merged into this one, each after a space: a search finds this one by them.
  ADD COLUMN also_known text NOT NULL DEFAULT '',
  ADD COLUMN erased_at timestamptz;
CREATE INDEX customers_merged ON customers (merged_into) WHERE merged_into IS NOT NULL;
DROP INDEX customers_search;
CREATE INDEX customers_search ON customers
  USING gin ((first_name || ' ' || last_name || ' ' || phone_digits || ' ' || coalesce(email, '') || also_known) gin_trgm_ops)
  WITH (fastupdate = off) WHERE merged_into IS NULL AND erased_at IS NULL;

-- A customer and everybody merged into them: whose ledgers are read. It returns only ids, also of customers whom the
-- actor's locations have never met.
CREATE OR REPLACE FUNCTION customer_ids(customer uuid) RETURNS uuid[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT array_append(ARRAY(SELECT id FROM customers WHERE merged_into = customer), customer)
$$;
-- The customer under whom an id is known now.
CREATE FUNCTION kept_customer(customer uuid) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce((SELECT merged_into FROM customers WHERE id = customer), customer)
$$;

-- What a merge moved, so that it can be undone.
CREATE TABLE customer_merges (
  id uuid PRIMARY KEY,
  survivor_id uuid NOT NULL REFERENCES customers ON DELETE CASCADE,
  merged_id uuid NOT NULL REFERENCES customers ON DELETE CASCADE,
  -- The ids that were moved by table, and what the survivor gained: { "orders": [], …, "locations": [] }.
  moved jsonb NOT NULL,
  user_id uuid,
  user_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  undone_at timestamptz,
  -- Until then it can be undone; an erasure ends that.
  undo_until timestamptz NOT NULL DEFAULT now() + interval '30 days'
);
CREATE INDEX customer_merges_by_survivor ON customer_merges (survivor_id);
CREATE UNIQUE INDEX customer_merges_current ON customer_merges (merged_id) WHERE undone_at IS NULL;
REVOKE ALL ON customer_merges FROM aisle_located;

-- Who was merged into a customer, for the page of the customer: also for users who see no merges.
CREATE FUNCTION merged_customers(customer uuid) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object('_id', c.id, 'name', c.first_name || ' ' || c.last_name,
      'phone', c.phone, 'email', c.email, 'at', iso(m.created_at),
      'undoUntil', CASE WHEN m.undo_until > now() THEN iso(m.undo_until) END) ORDER BY m.id DESC), '[]')
  FROM customers c JOIN customer_merges m ON m.merged_id = c.id AND m.undone_at IS NULL
  WHERE c.merged_into = customer
$$;

-- The search keys of a customer's names, their own and those merged into them, and the words of these on their orders.
CREATE FUNCTION note_names_of(customer uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  called text[] := ARRAY(SELECT first_name || ' ' || last_name FROM customers
    WHERE (id = customer AND merged_into IS NULL OR merged_into = customer) AND erased_at IS NULL);
BEGIN
  DELETE FROM customer_names_at WHERE customer_id = customer;
  DELETE FROM customer_names WHERE customer_id = customer;
  -- Keeps the former words: orders still have the former name on them.
  INSERT INTO order_words (location_id, word, created_at, order_id)
  SELECT o.location_id, part, o.created_at, o.id FROM orders o, unnest(called) AS name, words_of(name) AS part
  WHERE o.customer_id = customer
  ON CONFLICT DO NOTHING;
  INSERT INTO name_words (word) SELECT DISTINCT part COLLATE "C" FROM unnest(called) AS name, words_of(name) AS part
  WHERE NOT EXISTS (SELECT FROM name_words WHERE word = part COLLATE "C");
  INSERT INTO customer_names (name, customer_id)
  SELECT ending, customer FROM unnest(called) AS name, name_endings(name) AS ending ON CONFLICT DO NOTHING;
  INSERT INTO customer_names_at (location_id, name, customer_id)
  SELECT place.location_id, ending, customer
  FROM customer_locations place, unnest(called) AS name, name_endings(name) AS ending
  WHERE place.customer_id = customer
  ON CONFLICT DO NOTHING;
END $$;
CREATE OR REPLACE FUNCTION note_customer_name() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  called text := NEW.first_name || ' ' || NEW.last_name;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM note_names_of(coalesce(NEW.merged_into, NEW.id));
    RETURN NULL;
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

-- As before; the phone number of someone merged into another finds that other.
CREATE OR REPLACE FUNCTION find_or_add_customer(new_id uuid, first_name text, last_name text, phone text, digits text,
  email text, created_by uuid, OUT id uuid, OUT created boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  SELECT coalesce(c.merged_into, c.id), false INTO id, created FROM customers c WHERE c.phone_digits = digits;
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
    SELECT coalesce(c.merged_into, c.id), false INTO id, created FROM customers c WHERE c.phone_digits = digits;
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

-- As before, over the search text with what a customer is also known by.
CREATE OR REPLACE FUNCTION customers_matching(pattern text) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan
SET max_parallel_workers_per_gather = 0 AS $$
BEGIN
  RETURN QUERY SELECT c.id FROM customers c
  WHERE c.merged_into IS NULL AND c.erased_at IS NULL
    AND (c.first_name || ' ' || c.last_name || ' ' || c.phone_digits || ' ' || coalesce(c.email, '') || c.also_known)
      ILIKE pattern
    AND EXISTS (SELECT FROM customer_locations cl
      WHERE cl.customer_id = c.id AND cl.location_id = ANY (actor_locations()))
  ORDER BY c.created_at DESC, c.id DESC LIMIT 300;
END $$;
CREATE OR REPLACE FUNCTION customers_matching(pattern text, by_phone boolean, most integer, OUT ids uuid[], OUT many boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  located boolean := NOT pg_has_role(session_user, 'aisle_all', 'member');
  -- A location has few of the matching customers, so more matches are read than are returned.
  most_looked_at integer := CASE WHEN located THEN 10 * most ELSE most END;
BEGIN
  -- Dynamic, so that it is planned for this pattern.
  EXECUTE format('SELECT coalesce(array_agg(id), ''{}'') FROM (SELECT id FROM customers WHERE %s LIMIT $2) found',
    CASE WHEN by_phone
      THEN 'merged_into IS NULL AND erased_at IS NULL
        AND (first_name || '' '' || last_name || '' '' || phone_digits || '' '' || coalesce(email, '''') || also_known) ILIKE $1
        AND (phone_digits LIKE $1 OR also_known LIKE $1)'
      ELSE '(first_name || '' '' || last_name) ILIKE $1 AND merged_into IS NULL AND erased_at IS NULL' END)
  INTO ids USING pattern, most_looked_at + 1;
  many := cardinality(ids) > most_looked_at;
  IF NOT located THEN RETURN; END IF;
  SELECT coalesce(array_agg(DISTINCT id), '{}') INTO ids FROM (
    SELECT cl.customer_id AS id FROM customer_locations cl
    WHERE cl.location_id = ANY (actor_locations()) AND cl.customer_id = ANY (ids)
    ORDER BY cl.location_id, cl.customer_id LIMIT most + 1) found;
  many := many OR cardinality(ids) > most;
END $$;
