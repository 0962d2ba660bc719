-- Erasing a person, and finding customers who may be the same.

-- A ledger is only ever added to; of an erased person its words are blanked, by functions of the owner that say so. Nobody
-- else may update it: the roles of the server have no such right.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('app.erasing', true) = 'on' THEN RETURN NULL; END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

-- The setting is set within each function: as part of its definition, only a superuser could create it.

-- Everything that audit entries say about records of an erased person. Who did what and when stays.
CREATE FUNCTION blank_audit(about text, records uuid[]) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  blanked bigint;
BEGIN
  PERFORM set_config('app.erasing', 'on', true);
  UPDATE audit_entries SET before = NULL, after = NULL
  WHERE resource = about AND record_id = ANY (records) AND (before IS NOT NULL OR after IS NOT NULL);
  GET DIAGNOSTICS blanked = ROW_COUNT;
  PERFORM set_config('app.erasing', '', true);
  RETURN blanked;
END $$;
REVOKE EXECUTE ON FUNCTION blank_audit(text, uuid[]) FROM aisle_located;

-- Notes and details of the events of an erased person's orders. What happened and when stays.
CREATE FUNCTION blank_order_events(places uuid[], records uuid[]) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  blanked bigint;
BEGIN
  PERFORM set_config('app.erasing', 'on', true);
  UPDATE order_events e SET note = NULL, details = CASE WHEN e.kind IN ('return', 'refund') THEN e.details END
  FROM unnest(places, records) AS known (location_id, id)
  WHERE e.location_id = known.location_id AND e.order_id = known.id AND (e.note IS NOT NULL OR e.details IS NOT NULL);
  GET DIAGNOSTICS blanked = ROW_COUNT;
  PERFORM set_config('app.erasing', '', true);
  RETURN blanked;
END $$;
REVOKE EXECUTE ON FUNCTION blank_order_events(uuid[], uuid[]) FROM aisle_located;

-- The name index of erased customers, the words of their names on their orders, and those words that nobody else has.
CREATE FUNCTION forget_names(persons uuid[], former text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  known text[] := ARRAY(
    SELECT DISTINCT part COLLATE "C" FROM (
      SELECT first_name || ' ' || last_name FROM customers WHERE id = ANY (persons)
      UNION SELECT customer_name FROM orders WHERE customer_id = ANY (persons)
      UNION SELECT unnest(former)) AS called (name), words_of(called.name) AS part);
BEGIN
  DELETE FROM customer_names_at WHERE customer_id = ANY (persons);
  DELETE FROM customer_names WHERE customer_id = ANY (persons);
  DELETE FROM order_words w USING orders o
  WHERE o.customer_id = ANY (persons) AND w.location_id = o.location_id AND w.word = ANY (known)
    AND w.created_at = o.created_at AND w.order_id = o.id;
  DELETE FROM name_words n WHERE n.word = ANY (known)
    AND NOT EXISTS (SELECT FROM customer_names c WHERE c.name >= n.word AND c.name < n.word || ' !'
      AND (c.name = n.word OR c.name LIKE n.word || ' %'))
    AND NOT EXISTS (SELECT FROM order_words w WHERE w.word = n.word);
END $$;
REVOKE EXECUTE ON FUNCTION forget_names(uuid[], text[]) FROM aisle_located;

-- Replaces what a person is called or reached by wherever others wrote it. The patterns are regular expressions.
CREATE FUNCTION without_person(said text, patterns text[]) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  pattern text;
BEGIN
  FOREACH pattern IN ARRAY patterns LOOP said := regexp_replace(said, pattern, 'Erased', 'gi'); END LOOP;
  RETURN said;
END $$;
CREATE FUNCTION without_person(said jsonb, patterns text[]) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN without_person(said::text, patterns)::jsonb;
EXCEPTION WHEN invalid_text_representation THEN
  RETURN '{}';
END $$;

-- What people set for themselves, such as what they looked at last.
CREATE FUNCTION sweep_preferences(patterns text[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE preferences SET preferences = without_person(preferences, patterns)
  WHERE preferences::text ~* ('(' || array_to_string(patterns, '|') || ')')
$$;
REVOKE EXECUTE ON FUNCTION sweep_preferences(text[]) FROM aisle_located;

-- The emails to an erased person, and what was never sent.
CREATE INDEX mails_by_recipient ON mails (lower(recipient));

-- What two spellings of one email have in common: without what follows a plus sign, and at Gmail without dots.
CREATE FUNCTION email_key(email text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN lower(email) ~ '@(gmail|googlemail)\.com$'
    THEN replace(regexp_replace(split_part(lower(email), '@', 1), '\+.*', ''), '.', '') || '@gmail.com'
    ELSE regexp_replace(split_part(lower(email), '@', 1), '\+.*', '') || '@' || split_part(lower(email), '@', 2) END
$$;
-- Of a phone its last ten digits, whatever country code or zeros are before them; null for shorter ones.
CREATE FUNCTION phone_key(digits text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN length(digits) >= 10 AND digits !~ '[^0-9]' THEN right(digits, 10) END
$$;
CREATE FUNCTION address_key(line1 text, postal_code text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(lower(line1), '[^[:alnum:]]+', '', 'g') || ' ' || regexp_replace(lower(postal_code), '[^[:alnum:]]+', '', 'g')
$$;
CREATE INDEX customers_by_phone_key ON customers (phone_key(phone_digits));
CREATE INDEX customers_by_email_key ON customers (email_key(email)) WHERE email IS NOT NULL;
CREATE INDEX customer_addresses_by_key ON customer_addresses (address_key(line1, postal_code));

-- Pairs of customers who may be the same person, found when one of them is written, so that the list reads only pairs.
CREATE TABLE customer_duplicates (
  one_id uuid NOT NULL REFERENCES customers ON DELETE CASCADE,
  other_id uuid NOT NULL REFERENCES customers ON DELETE CASCADE,
  reasons text[] NOT NULL,
  -- Someone said that they are not the same.
  rejected_at timestamptz,
  rejected_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (one_id, other_id),
  CHECK (one_id < other_id)
);
CREATE INDEX customer_duplicates_by_other ON customer_duplicates (other_id);
CREATE INDEX customer_duplicates_by_age ON customer_duplicates (created_at DESC, one_id DESC, other_id DESC)
  WHERE rejected_at IS NULL;
REVOKE ALL ON customer_duplicates FROM aisle_located;

-- Looks for others like one customer, at most 20 by each reason. Pairs that were rejected stay so.
CREATE FUNCTION note_duplicates_of(customer uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  this customers := (SELECT c FROM customers c WHERE c.id = customer);
BEGIN
  DELETE FROM customer_duplicates WHERE (one_id = customer OR other_id = customer) AND rejected_at IS NULL;
  IF this.merged_into IS NOT NULL OR this.erased_at IS NOT NULL THEN RETURN; END IF;
  INSERT INTO customer_duplicates (one_id, other_id, reasons)
  SELECT least(customer, found.id), greatest(customer, found.id), array_agg(DISTINCT found.reason ORDER BY found.reason)
  FROM (
    (SELECT id, 'phone' AS reason FROM customers WHERE phone_key(phone_digits) = phone_key(this.phone_digits) LIMIT 20)
    UNION ALL
    (SELECT id, 'email' FROM customers WHERE email IS NOT NULL AND email_key(email) = email_key(this.email) LIMIT 20)
    UNION ALL
    (SELECT c.id, 'nameAndAddress' FROM customer_addresses mine
      JOIN customer_addresses a ON address_key(a.line1, a.postal_code) = address_key(mine.line1, mine.postal_code)
        AND a.customer_id <> mine.customer_id
      JOIN customers c ON c.id = a.customer_id
        AND lower(c.first_name || ' ' || c.last_name) = lower(this.first_name || ' ' || this.last_name)
      WHERE mine.customer_id = customer LIMIT 20)) AS found
  JOIN customers other ON other.id = found.id AND other.merged_into IS NULL AND other.erased_at IS NULL
  WHERE found.id <> customer
  GROUP BY found.id
  ON CONFLICT DO NOTHING;
END $$;
CREATE FUNCTION note_duplicates() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM note_duplicates_of(CASE TG_TABLE_NAME WHEN 'customers' THEN NEW.id ELSE (to_jsonb(NEW) ->> 'customer_id')::uuid END);
  RETURN NULL;
END $$;
CREATE TRIGGER note_duplicates AFTER INSERT ON customers FOR EACH ROW EXECUTE FUNCTION note_duplicates();
CREATE TRIGGER note_new_duplicates
AFTER UPDATE OF first_name, last_name, email, phone_digits, merged_into, erased_at ON customers
FOR EACH ROW WHEN ((OLD.first_name, OLD.last_name, OLD.email, OLD.phone_digits, OLD.merged_into, OLD.erased_at)
  IS DISTINCT FROM (NEW.first_name, NEW.last_name, NEW.email, NEW.phone_digits, NEW.merged_into, NEW.erased_at))
EXECUTE FUNCTION note_duplicates();
CREATE TRIGGER note_duplicates AFTER INSERT OR UPDATE OF customer_id, line1, postal_code ON customer_addresses
FOR EACH ROW EXECUTE FUNCTION note_duplicates();

-- All pairs at once: for what is there already, and after a bulk load without triggers.
CREATE FUNCTION note_all_duplicates() RETURNS void LANGUAGE sql AS $$
  INSERT INTO customer_duplicates (one_id, other_id, reasons)
  SELECT a, b, array_agg(DISTINCT reason ORDER BY reason) FROM (
    SELECT x.id, y.id, 'phone' FROM customers x JOIN customers y
      ON phone_key(y.phone_digits) = phone_key(x.phone_digits) AND x.id < y.id
    UNION ALL
    SELECT x.id, y.id, 'email' FROM customers x JOIN customers y
      ON email_key(y.email) = email_key(x.email) AND x.id < y.id WHERE x.email IS NOT NULL AND y.email IS NOT NULL
    UNION ALL
    SELECT x.id, y.id, 'nameAndAddress' FROM customer_addresses m
    JOIN customer_addresses n ON address_key(n.line1, n.postal_code) = address_key(m.line1, m.postal_code)
      AND m.customer_id < n.customer_id
    JOIN customers x ON x.id = m.customer_id
    JOIN customers y ON y.id = n.customer_id
      AND lower(y.first_name || ' ' || y.last_name) = lower(x.first_name || ' ' || x.last_name)
  ) AS found (a, b, reason)
  WHERE NOT EXISTS (SELECT FROM customers c WHERE c.id IN (a, b) AND (c.merged_into IS NOT NULL OR c.erased_at IS NOT NULL))
  GROUP BY a, b
  ON CONFLICT DO NOTHING;
$$;
REVOKE EXECUTE ON FUNCTION note_all_duplicates(), note_duplicates_of(uuid) FROM aisle_all, aisle_located;
SELECT note_all_duplicates();

-- A ticket belongs to the customer who stays, also when somebody writes from the address of one who was merged.
CREATE FUNCTION keep_ticket_customer() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  NEW.customer_id := kept_customer(NEW.customer_id);
  RETURN NEW;
END $$;
CREATE TRIGGER keep_customer BEFORE INSERT OR UPDATE OF customer_id ON tickets
FOR EACH ROW WHEN (NEW.customer_id IS NOT NULL) EXECUTE FUNCTION keep_ticket_customer();

-- What refers to a customer, also at locations the actor has no access to: it must not be deleted then.
DROP FUNCTION customer_uses(uuid);
CREATE FUNCTION customer_uses(customer uuid, OUT orders bigint, OUT other_locations bigint, OUT coins bigint,
  OUT subscriptions bigint, OUT tickets bigint, OUT merged bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT (SELECT count(*) FROM orders o WHERE o.customer_id = customer),
    (SELECT count(*) FROM customer_locations cl WHERE cl.customer_id = customer
      AND cl.location_id <> ALL (actor_locations())),
    (SELECT count(*) FROM coin_entries e WHERE e.customer_id = customer),
    (SELECT count(*) FROM subscriptions s WHERE s.customer_id = customer),
    (SELECT count(*) FROM tickets t WHERE t.customer_id = customer),
    (SELECT count(*) FROM customers m WHERE m.merged_into = customer)
$$;
