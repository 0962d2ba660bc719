-- What a store knows of a shopper: the record that it keeps itself. The marketplace's record of a person (customers,
-- customer_addresses, subscriptions, coin lots) is not readable for users of single locations; they read their own
-- records under the same names, through the views of the schema located, which comes first in their search path.

ALTER TABLE customer_locations
  -- As they were given at this location. Null only until the customer's row is there.
  ADD COLUMN first_name text,
  ADD COLUMN last_name text,
  ADD COLUMN phone text,
  ADD COLUMN phone_digits text,
  ADD COLUMN email text,
  ADD COLUMN status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'blocked')),
  ADD COLUMN marketing_consent boolean NOT NULL DEFAULT false,
  ADD COLUMN marketing_consent_at timestamptz,
  ADD COLUMN marketing_consent_how text,
  -- The customer was added here: until another location knows them, an edit of either record changes both.
  ADD COLUMN is_origin boolean NOT NULL DEFAULT false,
  -- Of customers merged into this one: what a search finds them by here, and their names.
  ADD COLUMN also_known text NOT NULL DEFAULT '',
  ADD COLUMN other_names text[] NOT NULL DEFAULT '{}',
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();

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
SELECT versioned('location_addresses');
SELECT keep_to_locations('location_addresses');

-- How a store knows a customer: as added there, else as on the latest order there, else by name and phone.
CREATE FUNCTION known_there(customer uuid, place uuid, origin boolean, OUT first_name text, OUT last_name text,
  OUT phone text, OUT phone_digits text, OUT email text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN same.name THEN c.first_name ELSE split_part(o.customer_name, ' ', 1) END,
    CASE WHEN same.name THEN c.last_name
      ELSE substr(o.customer_name, char_length(split_part(o.customer_name, ' ', 1)) + 2) END,
    CASE WHEN same.phone THEN c.phone ELSE o.customer_phone END,
    CASE WHEN same.phone THEN c.phone_digits ELSE regexp_replace(o.customer_phone, '\D', '', 'g') END,
    CASE WHEN origin THEN c.email END
  FROM customers c
  LEFT JOIN LATERAL (SELECT customer_name, customer_phone FROM orders
    WHERE orders.customer_id = c.id AND location_id = place AND NOT origin
    ORDER BY created_at DESC, id DESC LIMIT 1) o ON true
  CROSS JOIN LATERAL (SELECT coalesce(o.customer_name = c.first_name || ' ' || c.last_name, true) AS name,
    coalesce(o.customer_phone = c.phone, true) AS phone) same
  WHERE c.id = customer
$$;
REVOKE EXECUTE ON FUNCTION known_there(uuid, uuid, boolean) FROM aisle_located;

UPDATE customer_locations cl SET is_origin = true
FROM customers c JOIN user_locations ul ON ul.user_id = c.created_by
WHERE c.id = cl.customer_id AND ul.location_id = cl.location_id;
UPDATE customer_locations cl SET status = c.status, first_name = k.first_name, last_name = k.last_name,
  phone = k.phone, phone_digits = k.phone_digits, email = k.email,
  marketing_consent = cl.is_origin AND c.marketing_consent,
  marketing_consent_at = CASE WHEN cl.is_origin THEN c.marketing_consent_at END,
  marketing_consent_how = CASE WHEN cl.is_origin THEN c.marketing_consent_how END
FROM customers c
JOIN customer_locations again ON again.customer_id = c.id
CROSS JOIN LATERAL known_there(again.customer_id, again.location_id, again.is_origin) AS k
WHERE again.customer_id = cl.customer_id AND again.location_id = cl.location_id;

-- Addresses given there, and those that orders there were delivered to.
INSERT INTO location_addresses (id, location_id, customer_id, label, line1, line2, city, state, postal_code, latitude,
  longitude, is_default, created_at, updated_at)
SELECT DISTINCT ON (a.id) a.id, cl.location_id, a.customer_id, a.label, a.line1, a.line2, a.city, a.state, a.postal_code,
  a.latitude, a.longitude, a.is_default, a.created_at, a.updated_at
FROM customer_addresses a JOIN customer_locations cl ON cl.customer_id = a.customer_id AND cl.is_origin
ORDER BY a.id, cl.location_id;

CREATE FUNCTION note_address_at(place uuid, customer uuid, address jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO location_addresses (id, location_id, customer_id, line1, line2, city, state, postal_code, latitude,
    longitude, is_default)
  SELECT new_uuid_v7(), place, customer, address ->> 'line1', address ->> 'line2', address ->> 'city',
    address ->> 'state', address ->> 'postalCode', (address ->> 'latitude')::double precision,
    (address ->> 'longitude')::double precision,
    NOT EXISTS (SELECT FROM location_addresses WHERE customer_id = customer AND location_id = place)
  WHERE address ->> 'line1' IS NOT NULL AND address ->> 'city' IS NOT NULL AND address ->> 'state' IS NOT NULL
    AND address ->> 'postalCode' IS NOT NULL AND NOT EXISTS (SELECT FROM location_addresses a
    WHERE a.customer_id = customer AND a.location_id = place
      AND address_key(a.line1, a.postal_code) = address_key(address ->> 'line1', address ->> 'postalCode'))
$$;
REVOKE EXECUTE ON FUNCTION note_address_at(uuid, uuid, jsonb) FROM aisle_all, aisle_located;
DO $$
DECLARE
  used record;
BEGIN
  FOR used IN SELECT DISTINCT ON (location_id, customer_id, address_key(address ->> 'line1', address ->> 'postalCode'))
      location_id, customer_id, address FROM orders
    WHERE address ->> 'line1' IS NOT NULL
    ORDER BY location_id, customer_id, address_key(address ->> 'line1', address ->> 'postalCode'), created_at DESC LOOP
    PERFORM note_address_at(used.location_id, used.customer_id, used.address);
  END LOOP;
END $$;

-- What the search of a store looks in.
CREATE INDEX customer_locations_search ON customer_locations USING gin (location_id,
  (first_name || ' ' || last_name || ' ' || phone_digits || ' ' || coalesce(email, '') || also_known) gin_trgm_ops)
  WITH (fastupdate = off);
CREATE INDEX customer_locations_by_phone ON customer_locations (phone_digits, location_id);
CREATE INDEX customer_locations_by_email ON customer_locations (lower(email), location_id) WHERE email IS NOT NULL;
CREATE INDEX customer_locations_newest ON customer_locations (location_id, since DESC, customer_id DESC);

-- A row without a name is filled when it is written, or when its customer is.
CREATE FUNCTION fill_known_there() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  SELECT k.first_name, k.last_name, k.phone, k.phone_digits, k.email
  INTO NEW.first_name, NEW.last_name, NEW.phone, NEW.phone_digits, NEW.email
  FROM known_there(NEW.customer_id, NEW.location_id, NEW.is_origin) AS k;
  RETURN NEW;
END $$;
CREATE TRIGGER fill_known_there BEFORE INSERT ON customer_locations
FOR EACH ROW WHEN (NEW.first_name IS NULL) EXECUTE FUNCTION fill_known_there();
CREATE TRIGGER count_version BEFORE UPDATE OF first_name, last_name, email, phone, status, marketing_consent
ON customer_locations FOR EACH ROW EXECUTE FUNCTION count_version();

-- A location learns of a customer by an order: the name, phone and address that are on it.
CREATE FUNCTION meet_customer() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM customer_locations WHERE customer_id = NEW.customer_id AND location_id = NEW.location_id) THEN
    INSERT INTO customer_locations (customer_id, location_id, first_name, last_name, phone, phone_digits, email)
    SELECT NEW.customer_id, NEW.location_id, k.first_name, k.last_name, k.phone, k.phone_digits, k.email
    FROM known_there(NEW.customer_id, NEW.location_id, false) AS k
    ON CONFLICT DO NOTHING;
  END IF;
  IF NEW.address IS NOT NULL THEN
    PERFORM note_address_at(NEW.location_id, NEW.customer_id, NEW.address);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER meet_customer AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION meet_customer();

-- The names by which a location finds its customers are those that it knows.
CREATE OR REPLACE FUNCTION note_name_at() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM customer_names_at WHERE customer_id = NEW.customer_id AND location_id = NEW.location_id;
  END IF;
  INSERT INTO customer_names_at (location_id, name, customer_id)
  SELECT NEW.location_id, ending, NEW.customer_id
  FROM unnest(array_append(NEW.other_names, NEW.first_name || ' ' || NEW.last_name)) AS called,
    name_endings(called) AS ending
  ON CONFLICT DO NOTHING;
  INSERT INTO name_words (word)
  SELECT part FROM words_of(NEW.first_name || ' ' || NEW.last_name) AS part
  WHERE NOT EXISTS (SELECT FROM name_words WHERE word = part COLLATE "C");
  RETURN NULL;
END $$;
CREATE TRIGGER note_new_name AFTER UPDATE OF first_name, last_name, other_names ON customer_locations FOR EACH ROW
WHEN ((OLD.first_name, OLD.last_name, OLD.other_names) IS DISTINCT FROM (NEW.first_name, NEW.last_name, NEW.other_names))
EXECUTE FUNCTION note_name_at();

-- The words of orders that only the marketplace's record has: only the marketplace finds orders by them.
ALTER TABLE order_words ADD COLUMN is_hidden boolean NOT NULL DEFAULT false;
ALTER TABLE order_words DROP CONSTRAINT order_words_pkey,
  ADD PRIMARY KEY (location_id, word, created_at, order_id) INCLUDE (is_hidden);
DROP POLICY own_locations ON order_words;
CREATE POLICY own_locations ON order_words TO aisle_located
USING (location_id = ANY ((SELECT actor_locations())::uuid[]) AND NOT is_hidden);
UPDATE order_words w SET is_hidden = true
FROM orders o JOIN customer_locations cl ON cl.customer_id = o.customer_id AND cl.location_id = o.location_id
JOIN customers c ON c.id = o.customer_id AND c.first_name || ' ' || c.last_name <> o.customer_name
WHERE w.location_id = o.location_id AND w.created_at = o.created_at AND w.order_id = o.id
  AND NOT EXISTS (SELECT FROM words_of(o.customer_name || ' ' || cl.first_name || ' ' || cl.last_name) AS known
    WHERE known = w.word);

CREATE FUNCTION note_words_of_order(ordered orders) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO order_words (location_id, word, created_at, order_id)
  SELECT ordered.location_id, part, ordered.created_at, ordered.id
  FROM words_of(concat_ws(' ', ordered.customer_name, (SELECT first_name || ' ' || last_name FROM customer_locations
    WHERE customer_id = ordered.customer_id AND location_id = ordered.location_id))) AS part
  ON CONFLICT (location_id, word, created_at, order_id) DO UPDATE SET is_hidden = false WHERE order_words.is_hidden;
  INSERT INTO order_words (location_id, word, created_at, order_id, is_hidden)
  SELECT ordered.location_id, part, ordered.created_at, ordered.id, true FROM customers c,
    words_of(c.first_name || ' ' || c.last_name) AS part WHERE c.id = ordered.customer_id
  ON CONFLICT DO NOTHING;
END $$;
REVOKE EXECUTE ON FUNCTION note_words_of_order(orders) FROM aisle_all, aisle_located;
CREATE OR REPLACE FUNCTION note_order_words() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM order_words WHERE location_id = NEW.location_id AND created_at = OLD.created_at AND order_id = NEW.id
      AND word IN (SELECT words_of(concat_ws(' ', NEW.customer_name, c.first_name, c.last_name, cl.first_name, cl.last_name))
      FROM customers c LEFT JOIN customer_locations cl ON cl.customer_id = c.id AND cl.location_id = NEW.location_id
      WHERE c.id = NEW.customer_id);
  END IF;
  INSERT INTO name_words (word)
  SELECT part FROM words_of(concat_ws(' ', NEW.customer_name, (SELECT first_name || ' ' || last_name FROM customers
    WHERE id = NEW.customer_id))) AS part
  WHERE NOT EXISTS (SELECT FROM name_words WHERE word = part COLLATE "C");
  PERFORM note_words_of_order(NEW);
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION note_names_of(customer uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  called text[] := ARRAY(SELECT first_name || ' ' || last_name FROM customers
    WHERE (id = customer AND merged_into IS NULL OR merged_into = customer) AND erased_at IS NULL);
BEGIN
  DELETE FROM customer_names_at WHERE customer_id = customer;
  DELETE FROM customer_names WHERE customer_id = customer;
  -- Keeps the former words: orders still have the former name on them.
  INSERT INTO order_words (location_id, word, created_at, order_id, is_hidden)
  SELECT o.location_id, part, o.created_at, o.id, true FROM orders o, unnest(called) AS name, words_of(name) AS part
  WHERE o.customer_id = customer
  ON CONFLICT DO NOTHING;
  INSERT INTO name_words (word) SELECT DISTINCT part COLLATE "C" FROM unnest(called) AS name, words_of(name) AS part
  WHERE NOT EXISTS (SELECT FROM name_words WHERE word = part COLLATE "C");
  INSERT INTO customer_names (name, customer_id)
  SELECT ending, customer FROM unnest(called) AS name, name_endings(name) AS ending ON CONFLICT DO NOTHING;
  INSERT INTO customer_names_at (location_id, name, customer_id)
  SELECT place.location_id, ending, customer FROM customer_locations place,
    unnest(array_append(place.other_names, place.first_name || ' ' || place.last_name)) AS name, name_endings(name) AS ending
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
  UPDATE customer_locations cl SET first_name = k.first_name, last_name = k.last_name, phone = k.phone,
    phone_digits = k.phone_digits, email = CASE WHEN cl.is_origin THEN k.email END
  FROM known_there(NEW.id, NEW.id, true) AS k WHERE cl.customer_id = NEW.id AND cl.first_name IS NULL;
  RETURN NULL;
END $$;
TRUNCATE customer_names_at;
INSERT INTO customer_names_at (location_id, name, customer_id)
SELECT location_id, ending, customer_id FROM customer_locations, name_endings(first_name || ' ' || last_name) AS ending
ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING;

-- After a bulk load with triggers disabled.
CREATE OR REPLACE FUNCTION note_all_names() RETURNS void LANGUAGE sql AS $$
  UPDATE customer_locations cl SET first_name = k.first_name, last_name = k.last_name, phone = k.phone,
    phone_digits = k.phone_digits, email = k.email
  FROM customer_locations again CROSS JOIN LATERAL known_there(again.customer_id, again.location_id, again.is_origin) AS k
  WHERE again.first_name IS NULL AND again.customer_id = cl.customer_id AND again.location_id = cl.location_id;
  INSERT INTO name_words (word) SELECT DISTINCT word COLLATE "C"
  FROM customers, string_to_table(lower(first_name || ' ' || last_name), ' ') AS word ORDER BY 1 ON CONFLICT DO NOTHING;
  INSERT INTO customer_names (name, customer_id) SELECT ending, id
  FROM customers, name_endings(first_name || ' ' || last_name) AS ending ORDER BY ending COLLATE "C", id ON CONFLICT DO NOTHING;
  INSERT INTO customer_names_at (location_id, name, customer_id) SELECT location_id, ending, customer_id
  FROM customer_locations, name_endings(first_name || ' ' || last_name) AS ending ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING;
$$;

-- The location that added a customer, while no other location knows them (but others of the same user): then a store's
-- edit is one of the marketplace's record.
CREATE FUNCTION known_only_at(customer uuid) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT location_id FROM customer_locations cl WHERE customer_id = customer AND is_origin
    AND NOT EXISTS (SELECT FROM customer_locations o WHERE o.customer_id = customer AND o.location_id <> cl.location_id
      AND o.location_id <> ALL (actor_locations()))
  ORDER BY location_id LIMIT 1
$$;
REVOKE EXECUTE ON FUNCTION known_only_at(uuid) FROM aisle_all, aisle_located;

-- The marketplace's edits reach the location that added a customer as long as no other knows them. Who is blocked is
-- blocked wherever they are known, and who takes their consent back takes it back everywhere.
CREATE FUNCTION pass_on_customer() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF current_setting('app.from_store', true) = 'on' THEN RETURN NULL; END IF;
  UPDATE customer_locations cl SET
    status = CASE WHEN NEW.status <> OLD.status THEN NEW.status ELSE cl.status END,
    marketing_consent = CASE WHEN NEW.marketing_consent THEN cl.marketing_consent OR cl.is_origin ELSE false END,
    marketing_consent_at = CASE WHEN cl.is_origin OR cl.marketing_consent THEN NEW.marketing_consent_at
      ELSE cl.marketing_consent_at END,
    marketing_consent_how = CASE WHEN cl.is_origin OR cl.marketing_consent THEN NEW.marketing_consent_how
      ELSE cl.marketing_consent_how END
  WHERE cl.customer_id = NEW.id AND (NEW.status <> OLD.status OR NEW.marketing_consent <> OLD.marketing_consent);
  UPDATE customer_locations cl SET
    first_name = CASE WHEN cl.first_name = OLD.first_name THEN NEW.first_name ELSE cl.first_name END,
    last_name = CASE WHEN cl.last_name = OLD.last_name THEN NEW.last_name ELSE cl.last_name END,
    phone = CASE WHEN cl.phone_digits = OLD.phone_digits THEN NEW.phone ELSE cl.phone END,
    phone_digits = CASE WHEN cl.phone_digits = OLD.phone_digits THEN NEW.phone_digits ELSE cl.phone_digits END,
    email = CASE WHEN cl.email IS NOT DISTINCT FROM OLD.email THEN NEW.email ELSE cl.email END
  WHERE cl.customer_id = NEW.id AND cl.is_origin
    AND (OLD.first_name, OLD.last_name, OLD.phone, OLD.email) IS DISTINCT FROM
      (NEW.first_name, NEW.last_name, NEW.phone, NEW.email)
    AND NOT EXISTS (SELECT FROM customer_locations o WHERE o.customer_id = NEW.id AND o.location_id <> cl.location_id);
  RETURN NULL;
END $$;
CREATE TRIGGER pass_on AFTER UPDATE OF first_name, last_name, phone, email, status, marketing_consent ON customers
FOR EACH ROW WHEN (NEW.erased_at IS NULL AND NEW.merged_into IS NULL) EXECUTE FUNCTION pass_on_customer();

-- Refuses a phone number or an email of another customer of the same store, as if its records were the only ones.
CREATE FUNCTION refuse_taken_here(but uuid, digits text, mail text) RETURNS void
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM customer_locations cl WHERE cl.phone_digits = digits
      AND cl.location_id = ANY (actor_locations()) AND cl.customer_id IS DISTINCT FROM but) THEN
    RAISE unique_violation USING CONSTRAINT = 'customers_phone', TABLE = 'customers';
  END IF;
  IF EXISTS (SELECT FROM customer_locations cl WHERE lower(cl.email) = lower(mail)
      AND cl.location_id = ANY (actor_locations()) AND cl.customer_id IS DISTINCT FROM but) THEN
    RAISE unique_violation USING CONSTRAINT = 'customers_email', TABLE = 'customers';
  END IF;
END $$;

-- For an order: as before for the whole marketplace. A store is looked up first among those it knows by this number;
-- it links whom only others know, and its record of them is what was typed.
CREATE OR REPLACE FUNCTION find_or_add_customer(new_id uuid, first_name text, last_name text, phone text, digits text,
  email text, created_by uuid, OUT id uuid, OUT created boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  SELECT cl.customer_id, false INTO id, created FROM customer_locations cl
  WHERE cl.phone_digits = digits AND cl.location_id = ANY (actor_locations()) ORDER BY cl.location_id LIMIT 1;
  IF id IS NULL THEN
    SELECT coalesce(c.merged_into, c.id), false INTO id, created FROM customers c WHERE c.phone_digits = digits;
  END IF;
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
  INSERT INTO customer_locations (customer_id, location_id, first_name, last_name, phone, phone_digits, email, is_origin)
  SELECT find_or_add_customer.id, place, find_or_add_customer.first_name, find_or_add_customer.last_name,
    find_or_add_customer.phone, digits, find_or_add_customer.email, find_or_add_customer.created
  FROM unnest(actor_locations()) AS place
  WHERE NOT EXISTS (SELECT FROM customer_locations o WHERE o.customer_id = find_or_add_customer.id
    AND o.location_id = ANY (actor_locations()))
  ORDER BY 2 ON CONFLICT DO NOTHING;
END $$;

-- A customer whom a store adds: the same, but one it knows already is refused. Notes are for the marketplace.
CREATE FUNCTION add_customer_here(new_id uuid, first_name text, last_name text, phone text, digits text, email text,
  created_by uuid, notes text, OUT id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM set_config('app.from_store', 'on', true);
  PERFORM refuse_taken_here(NULL, digits, add_customer_here.email);
  SELECT f.id INTO id FROM find_or_add_customer(new_id, first_name, last_name, phone, digits, email, created_by) AS f;
  UPDATE customers c SET notes = concat_ws(E'\n', c.notes, add_customer_here.notes)
  WHERE c.id = add_customer_here.id AND add_customer_here.notes <> '';
  PERFORM set_config('app.from_store', '', true);
END $$;

-- A store's edit changes its own record, and the marketplace's as long as no other location knows the customer.
CREATE FUNCTION change_customer_here(customer uuid, changes jsonb) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  here customer_locations;
BEGIN
  IF NOT EXISTS (SELECT FROM customer_locations WHERE customer_id = customer AND location_id = ANY (actor_locations())) THEN
    RETURN;
  END IF;
  PERFORM set_config('app.from_store', 'on', true);
  PERFORM refuse_taken_here(customer, changes ->> 'phone_digits', changes ->> 'email');
  UPDATE customer_locations cl SET
    first_name = coalesce(changes ->> 'first_name', cl.first_name),
    last_name = coalesce(changes ->> 'last_name', cl.last_name),
    phone = coalesce(changes ->> 'phone', cl.phone),
    phone_digits = coalesce(changes ->> 'phone_digits', cl.phone_digits),
    email = CASE WHEN changes ? 'email' THEN changes ->> 'email' ELSE cl.email END,
    status = coalesce(changes ->> 'status', cl.status),
    marketing_consent = coalesce((changes ->> 'marketing_consent')::boolean, cl.marketing_consent),
    marketing_consent_at = coalesce((changes ->> 'marketing_consent_at')::timestamptz, cl.marketing_consent_at),
    marketing_consent_how = coalesce(changes ->> 'marketing_consent_how', cl.marketing_consent_how)
  WHERE cl.customer_id = customer AND cl.location_id = ANY (actor_locations());
  -- People speak for themselves, at whichever store: consent given or taken back counts for the marketplace.
  UPDATE customers c SET
    notes = concat_ws(E'\n', c.notes, nullif(changes ->> 'notes', '')),
    marketing_consent = coalesce((changes ->> 'marketing_consent')::boolean, c.marketing_consent),
    marketing_consent_at = coalesce((changes ->> 'marketing_consent_at')::timestamptz, c.marketing_consent_at),
    marketing_consent_how = coalesce(changes ->> 'marketing_consent_how', c.marketing_consent_how),
    updated_at = now()
  WHERE c.id = customer AND (changes ->> 'notes' <> '' OR changes ? 'marketing_consent');
  UPDATE customer_locations SET marketing_consent = false,
    marketing_consent_at = (changes ->> 'marketing_consent_at')::timestamptz,
    marketing_consent_how = changes ->> 'marketing_consent_how'
  WHERE customer_id = customer AND marketing_consent AND (changes ->> 'marketing_consent')::boolean IS FALSE;
  SELECT * INTO here FROM customer_locations WHERE customer_id = customer AND location_id = known_only_at(customer);
  IF NOT FOUND THEN
    PERFORM set_config('app.from_store', '', true);
    RETURN;
  END IF;
  UPDATE customers c SET first_name = here.first_name, last_name = here.last_name, status = here.status, updated_at = now()
  WHERE c.id = customer AND (c.first_name, c.last_name, c.status) IS DISTINCT FROM
    (here.first_name, here.last_name, here.status);
  UPDATE customers c SET phone = here.phone, phone_digits = here.phone_digits, updated_at = now()
  WHERE c.id = customer AND changes ? 'phone'
    AND NOT EXISTS (SELECT FROM customers o WHERE o.phone_digits = here.phone_digits AND o.id <> customer);
  UPDATE customers c SET email = here.email, updated_at = now()
  WHERE c.id = customer AND changes ? 'email'
    AND NOT EXISTS (SELECT FROM customers o WHERE lower(o.email) = lower(here.email) AND o.id <> customer);
  PERFORM set_config('app.from_store', '', true);
END $$;

-- The version of a store's record, locked for an edit; no row where it knows nobody by this id.
CREATE FUNCTION lock_customer_here(customer uuid) RETURNS SETOF integer
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT version FROM customer_locations WHERE customer_id = customer AND location_id = ANY (actor_locations())
  ORDER BY location_id FOR NO KEY UPDATE
$$;

-- A store forgets a customer who never ordered there; the marketplace does too if nobody else knows them and nothing
-- refers to them..
CREATE FUNCTION remove_customer_here(customer uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  was_alone boolean := known_only_at(customer) IS NOT NULL;
  uses record;
BEGIN
  DELETE FROM location_addresses WHERE customer_id = customer AND location_id = ANY (actor_locations());
  DELETE FROM customer_locations WHERE customer_id = customer AND location_id = ANY (actor_locations());
  SELECT * INTO uses FROM customer_uses(customer);
  IF was_alone AND uses.orders + uses.coins + uses.subscriptions + uses.tickets + uses.merged = 0 THEN
    DELETE FROM customers WHERE id = customer;
  END IF;
END $$;
REVOKE EXECUTE ON FUNCTION customer_uses(uuid), merged_customers(uuid) FROM aisle_located;

-- The addresses that a store adds or changes are the marketplace's too; those that orders bring are its own.
CREATE FUNCTION place_address() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  SELECT location_id INTO NEW.location_id FROM customer_locations
  WHERE customer_id = NEW.customer_id AND location_id = ANY (actor_locations()) ORDER BY location_id LIMIT 1;
  RETURN NEW;
END $$;
CREATE TRIGGER place_address BEFORE INSERT ON location_addresses
FOR EACH ROW WHEN (NEW.location_id IS NULL) EXECUTE FUNCTION place_address();
CREATE FUNCTION share_address() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM customer_addresses WHERE id = OLD.id;
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO customer_addresses (id, customer_id, label, line1, line2, city, state, postal_code, latitude, longitude,
      is_default)
    VALUES (NEW.id, NEW.customer_id, NEW.label, NEW.line1, NEW.line2, NEW.city, NEW.state, NEW.postal_code, NEW.latitude,
      NEW.longitude, NOT EXISTS (SELECT FROM customer_addresses WHERE customer_id = NEW.customer_id));
  ELSE
    UPDATE customer_addresses SET label = NEW.label, line1 = NEW.line1, line2 = NEW.line2, city = NEW.city,
      state = NEW.state, postal_code = NEW.postal_code, latitude = NEW.latitude, longitude = NEW.longitude,
      updated_at = now()
    WHERE id = NEW.id AND (label, line1, line2, city, state, postal_code, latitude, longitude) IS DISTINCT FROM
      (NEW.label, NEW.line1, NEW.line2, NEW.city, NEW.state, NEW.postal_code, NEW.latitude, NEW.longitude);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER share AFTER INSERT OR UPDATE OR DELETE ON location_addresses FOR EACH ROW
WHEN (current_setting('app.locations', true) <> '' AND pg_trigger_depth() = 0) EXECUTE FUNCTION share_address();

-- The customers of the actor's locations by what these know, at most the latest 300.
CREATE OR REPLACE FUNCTION customers_matching(pattern text) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan
SET max_parallel_workers_per_gather = 0 AS $$
BEGIN
  RETURN QUERY SELECT cl.customer_id FROM customer_locations cl
  WHERE (cl.first_name || ' ' || cl.last_name || ' ' || cl.phone_digits || ' ' || coalesce(cl.email, '') || cl.also_known)
      ILIKE pattern
    AND cl.location_id = ANY (actor_locations())
  GROUP BY cl.customer_id ORDER BY max(cl.since) DESC, cl.customer_id DESC LIMIT 300;
END $$;
CREATE OR REPLACE FUNCTION customers_matching(pattern text, by_phone boolean, most integer, OUT ids uuid[], OUT many boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  located boolean := NOT pg_has_role(session_user, 'aisle_all', 'member');
  whole text := '(first_name || '' '' || last_name || '' '' || phone_digits || '' '' || coalesce(email, '''') || also_known)';
BEGIN
  -- Dynamic, so that it is planned for this pattern.
  EXECUTE format('SELECT coalesce(array_agg(DISTINCT id), ''{}'') FROM (SELECT %s AS id FROM %s AND %s LIMIT $2) found',
    CASE WHEN located THEN 'customer_id' ELSE 'id' END,
    CASE WHEN located THEN 'customer_locations WHERE location_id = ANY (actor_locations())'
      ELSE 'customers WHERE merged_into IS NULL AND erased_at IS NULL' END,
    CASE WHEN by_phone THEN whole || ' ILIKE $1 AND (phone_digits LIKE $1 OR also_known LIKE $1)'
      WHEN located THEN whole || ' ILIKE $1 AND (first_name || '' '' || last_name) ILIKE $1'
      ELSE '(first_name || '' '' || last_name) ILIKE $1' END)
  INTO ids USING pattern, most + 1;
  many := cardinality(ids) > most;
END $$;

-- What an order that a store places may use of the marketplace's record: the benefits of customers who have bought
-- there, or were added there. Who was only typed in is nobody yet.
CREATE FUNCTION has_bought_here(customer uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM customer_locations WHERE customer_id = customer AND is_origin
      AND location_id = ANY (actor_locations()))
    OR EXISTS (SELECT FROM orders WHERE customer_id = customer AND location_id = ANY (actor_locations())
      AND status = 'delivered')
$$;
CREATE FUNCTION plan_here(customer uuid) RETURNS json
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT json_build_object('planId', s.plan_id, 'edition', s.edition, 'name', s.name,
    'discountPercent', s.discount_percent, 'freeDeliveryAbove', s.free_delivery_above, 'coinMultiplier', s.coin_multiplier)
  FROM current_subscriptions s WHERE s.customer_id = customer AND has_bought_here(customer)
$$;
-- Whether they have so many coins; a store doesn't learn how many.
CREATE FUNCTION has_coins(customer uuid, wanted bigint) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT wanted <= 0 OR (has_bought_here(customer) OR pg_has_role(session_user, 'aisle_all', 'member'))
    AND EXISTS (SELECT FROM customers WHERE id = customer AND coin_balance >= wanted)
$$;
-- The same, with the balance locked until the transaction ends.
CREATE FUNCTION hold_coins(customer uuid, wanted bigint) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM customers WHERE id = customer FOR NO KEY UPDATE;
  RETURN has_coins(customer, wanted);
END $$;

-- The same names as the marketplace's tables, for users of single locations. Of several locations that know a customer
-- one record is shown.
CREATE SCHEMA located;
GRANT USAGE ON SCHEMA located TO aisle_located;
CREATE VIEW located.customers WITH (security_invoker) AS
SELECT cl.customer_id AS id, cl.first_name, cl.last_name, cl.email, cl.phone, cl.phone_digits, cl.status,
  NULL::text AS notes, NULL::bigint AS coin_balance, cl.version, NULL::uuid AS created_by, cl.since AS created_at,
  cl.updated_at, cl.marketing_consent, cl.marketing_consent_at, cl.marketing_consent_how, NULL::uuid AS merged_into,
  cl.also_known, NULL::timestamptz AS erased_at
FROM customer_locations cl
WHERE NOT EXISTS (SELECT FROM customer_locations o
  WHERE o.customer_id = cl.customer_id AND o.location_id < cl.location_id);
GRANT SELECT ON located.customers TO aisle_located;
CREATE VIEW located.customer_addresses WITH (security_invoker) AS
SELECT id, customer_id, label, line1, line2, city, state, postal_code, latitude, longitude, is_default, version,
  created_at, updated_at
FROM location_addresses a
WHERE NOT EXISTS (SELECT FROM location_addresses o WHERE o.customer_id = a.customer_id
  AND o.location_id < a.location_id AND address_key(o.line1, o.postal_code) = address_key(a.line1, a.postal_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON located.customer_addresses TO aisle_located;

DROP POLICY own_locations ON customers;
DROP POLICY own_locations ON customer_addresses;
REVOKE ALL ON customers, customer_addresses FROM aisle_located;
REVOKE INSERT, UPDATE, DELETE ON customer_locations FROM aisle_located;
-- What the marketplace sold, and the coins that customers have, are no location's.
DROP POLICY own_locations ON subscriptions;
CREATE POLICY own_locations ON subscriptions TO aisle_located USING (false);
DROP POLICY own_locations ON coin_lots;
CREATE POLICY own_locations ON coin_lots TO aisle_located USING (false);
DROP POLICY own_locations ON coin_entries;
CREATE POLICY own_locations ON coin_entries TO aisle_located
USING (location_id = ANY ((SELECT actor_locations())::uuid[]))
WITH CHECK (location_id = ANY ((SELECT actor_locations())::uuid[]));
REVOKE SELECT ON coin_entries FROM aisle_located;
GRANT SELECT (customer_id, id, kind, coins, cause_id, order_id, location_id, user_id, created_at, worth, expires_at,
  user_name, position) ON coin_entries TO aisle_located;

-- How many of the coins that an order earned its customer still has: what a refund can take back.
CREATE FUNCTION coins_to_take(place uuid, of_order uuid) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT least(c.coin_balance, (SELECT coalesce(sum(e.coins), 0)::bigint FROM coin_entries e
    WHERE e.customer_id = ANY (customer_ids(o.customer_id)) AND e.kind = 'earned' AND e.cause_id = o.id))
  FROM orders o JOIN customers c ON c.id = o.customer_id
  WHERE o.location_id = place AND o.id = of_order AND acts_at(place)
$$;
