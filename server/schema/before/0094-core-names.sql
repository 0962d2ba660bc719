-- Names are searched without accents, apostrophes and case, each word by itself, and sorted as people sort them.

-- Sorts "apple, Banana, Éclair, zebra". Deterministic: two names are equal only if their letters are.
CREATE COLLATION aisle_names (provider = icu, locale = 'und');

-- The non-ASCII part of fold_text. Compatibility forms such as full-width letters become plain ones, marks are removed, and
-- letters that have no decomposition are spelled out. Names are qualified because indexes are built without a search path.
CREATE FUNCTION fold_marks(typed text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 200 AS $$
  SELECT replace(replace(replace(replace(
    translate(
      lower(regexp_replace(normalize(translate(typed, U&'''`\00B4\2018\2019\201B\02B9\02BB\02BC\2032\FF07', ''), NFKD),
        U&'[\0300-\036F\0483-\0487\0591-\05BD\05BF\05C1\05C2\05C4\05C5\05C7\0610-\061A\064B-\065F\0670\1AB0-\1AFF\1DC0-\1DFF\20D0-\20FF\FE20-\FE2F]',
        '', 'g') COLLATE public.aisle_names),
      U&'\00F8\0142\0111\00F0\0127\0131\014B\0167\03C2\2010\2011\2012\2013\2014\2015\2212\2044',
      U&'olddhint\03C3-------/'),
    U&'\00DF', 'ss'), U&'\00E6', 'ae'), U&'\0153', 'oe'), U&'\00FE', 'th')
$$;

-- What a search compares: "José Muñoz-García" is "jose munoz-garcia", "O’Reilly" is "oreilly". The server folds what was
-- typed in the same way (contract/src/core/fold-text.ts). Most names are ASCII, where folding costs little.
CREATE FUNCTION fold_text(typed text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 20 AS $$
BEGIN
  RETURN CASE WHEN octet_length(typed) = char_length(typed)
    THEN replace(replace(lower(typed COLLATE "C"), '''', ''), '`', '')
    ELSE public.fold_marks(typed) END;
END $$;

-- The words of a name, folded and in their sequence.
CREATE FUNCTION name_parts(name text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_remove(string_to_array(translate(fold_text(name), E'-,.;:/()"\t\n\r', '            '), ' '), '')
$$;
CREATE OR REPLACE FUNCTION words_of(name text) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT DISTINCT word COLLATE "C" FROM unnest(name_parts(name)) AS word
$$;

-- The search keys of a name: each two of its words in either sequence, or its only word. Two words of a search in any
-- sequence are one range of a B-tree, and so is the beginning of one word.
CREATE FUNCTION name_keys(name text) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  WITH parts AS MATERIALIZED (SELECT (name_parts(name))[:8] AS words)
  SELECT DISTINCT (one.word || coalesce(' ' || other.word, '')) COLLATE "C"
  FROM parts CROSS JOIN unnest(words) WITH ORDINALITY AS one (word, place)
  LEFT JOIN LATERAL unnest(words) WITH ORDINALITY AS other (word, place) ON other.place <> one.place
$$;

-- A pattern for LIKE that matches a folded text anywhere.
CREATE FUNCTION pattern_within(typed text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT '%' || replace(replace(replace(typed, '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;

-- Catalog --------------------------------------------------------------------------------------------------------------

DROP INDEX brands_search, products_search, sub_products_search;
CREATE INDEX brands_search ON brands USING gin (fold_text(name) gin_trgm_ops);
CREATE INDEX products_search ON products USING gin (fold_text(name) gin_trgm_ops)
  WITH (fastupdate = on, gin_pending_list_limit = 64);
CREATE INDEX sub_products_search ON sub_products
  USING gin (fold_text(name) gin_trgm_ops, sku gin_trgm_ops, barcode gin_trgm_ops)
  WITH (fastupdate = on, gin_pending_list_limit = 64);

CREATE OR REPLACE FUNCTION words_in(name text) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT word FROM regexp_split_to_table(fold_text(name), '[^[:alnum:]]+') AS word
  WHERE char_length(word) BETWEEN 3 AND 200
$$;
CREATE OR REPLACE FUNCTION likely_word(typed text) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT word FROM (
    SELECT word, wrong, left(word, 1) <> left(typed, 1) AS begins_otherwise, similarity(word, typed) AS likeness
    FROM (
      SELECT word, CASE
          WHEN whole = 2 AND char_length(word) = char_length(typed) AND sorted_letters(word) = sorted_letters(typed) THEN 1
          -- A prefix of a longer word is less likely than a whole word.
          ELSE least(whole, beginning + 0.5) END AS wrong
      FROM (
        SELECT word, levenshtein_less_equal(word, typed, 2) AS whole,
          CASE WHEN char_length(typed) >= 5
            THEN levenshtein_less_equal(left(word, char_length(typed)), typed, 1) ELSE 9 END AS beginning
        FROM catalogue_words
        WHERE bit_count(((SELECT letters_in(typed)) & ~letter_set)::bit(64)) <= 2
          AND letters >= char_length(typed) - 2 AND word <> typed AND char_length(typed) BETWEEN 4 AND 40
      ) compared
      WHERE whole <= 2 OR beginning <= 1
    ) close
    WHERE wrong <= CASE WHEN char_length(typed) >= 6 THEN 2 ELSE 1.5 END
    -- Only the most similar few: counting how common a word is is expensive.
    ORDER BY wrong, begins_otherwise, likeness DESC, word
    LIMIT 6
  ) nearest
  ORDER BY wrong, begins_otherwise, (
    SELECT count(*) FROM (
      SELECT FROM products WHERE fold_text(name) LIKE '%' || nearest.word || '%'
      UNION ALL SELECT FROM sub_products WHERE fold_text(name) LIKE '%' || nearest.word || '%' LIMIT 20) held
  ) DESC, likeness DESC, word
  LIMIT 1
$$;

TRUNCATE catalogue_words;
INSERT INTO catalogue_words (word)
SELECT DISTINCT found.word FROM (SELECT name FROM products UNION ALL SELECT name FROM sub_products
  UNION ALL SELECT name FROM brands) AS named, words_in(named.name) AS found (word);

-- Customers and their orders -------------------------------------------------------------------------------------------

DROP INDEX customers_search, customers_by_name, customer_locations_search;
CREATE INDEX customers_search ON customers
  USING gin (fold_text(first_name || ' ' || last_name || ' ' || phone_digits || ' ' || coalesce(email, '') || also_known)
    gin_trgm_ops)
  WITH (fastupdate = off) WHERE merged_into IS NULL AND erased_at IS NULL;
CREATE INDEX customers_by_name ON customers USING gin (fold_text(first_name || ' ' || last_name) gin_trgm_ops)
  WITH (fastupdate = off);
CREATE INDEX customer_locations_search ON customer_locations USING gin (location_id,
  fold_text(first_name || ' ' || last_name || ' ' || phone_digits || ' ' || coalesce(email, '') || also_known) gin_trgm_ops)
  WITH (fastupdate = off);

CREATE OR REPLACE FUNCTION note_name_at() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM customer_names_at WHERE customer_id = NEW.customer_id AND location_id = NEW.location_id;
  END IF;
  INSERT INTO customer_names_at (location_id, name, customer_id)
  SELECT NEW.location_id, key, NEW.customer_id
  FROM unnest(array_append(NEW.other_names, NEW.first_name || ' ' || NEW.last_name)) AS called,
    name_keys(called) AS key
  ON CONFLICT DO NOTHING;
  INSERT INTO name_words (word)
  SELECT part FROM words_of(NEW.first_name || ' ' || NEW.last_name) AS part
  WHERE NOT EXISTS (SELECT FROM name_words WHERE word = part COLLATE "C");
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
  SELECT key, customer FROM unnest(called) AS name, name_keys(name) AS key ON CONFLICT DO NOTHING;
  INSERT INTO customer_names_at (location_id, name, customer_id)
  SELECT place.location_id, key, customer FROM customer_locations place,
    unnest(array_append(place.other_names, place.first_name || ' ' || place.last_name)) AS name, name_keys(name) AS key
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
  INSERT INTO customer_names (name, customer_id) SELECT key, NEW.id FROM name_keys(called) AS key
  ON CONFLICT DO NOTHING;
  -- The customer's locations may have been inserted before the customer.
  UPDATE customer_locations cl SET first_name = k.first_name, last_name = k.last_name, phone = k.phone,
    phone_digits = k.phone_digits, email = CASE WHEN cl.is_origin THEN k.email END
  FROM known_there(NEW.id, NEW.id, true) AS k WHERE cl.customer_id = NEW.id AND cl.first_name IS NULL;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION note_all_names() RETURNS void LANGUAGE sql AS $$
  UPDATE customer_locations cl SET first_name = k.first_name, last_name = k.last_name, phone = k.phone,
    phone_digits = k.phone_digits, email = k.email
  FROM customer_locations again CROSS JOIN LATERAL known_there(again.customer_id, again.location_id, again.is_origin) AS k
  WHERE again.first_name IS NULL AND again.customer_id = cl.customer_id AND again.location_id = cl.location_id;
  INSERT INTO name_words (word) SELECT DISTINCT word COLLATE "C"
  FROM customers, words_of(first_name || ' ' || last_name) AS word ORDER BY 1 ON CONFLICT DO NOTHING;
  INSERT INTO customer_names (name, customer_id) SELECT key, coalesce(merged_into, id)
  FROM customers, name_keys(first_name || ' ' || last_name) AS key WHERE erased_at IS NULL
  ORDER BY key COLLATE "C", 2 ON CONFLICT DO NOTHING;
  INSERT INTO customer_names_at (location_id, name, customer_id) SELECT location_id, key, customer_id
  FROM customer_locations, unnest(array_append(other_names, first_name || ' ' || last_name)) AS called,
    name_keys(called) AS key ORDER BY 1, key COLLATE "C", 3 ON CONFLICT DO NOTHING;
$$;
DROP FUNCTION name_endings(text);

-- A word is still in use if it is the first of any key.
CREATE OR REPLACE FUNCTION forget_names(persons uuid[], former text[]) RETURNS void
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
    AND NOT EXISTS (SELECT FROM customer_names c WHERE c.name >= n.word AND c.name < n.word || '!')
    AND NOT EXISTS (SELECT FROM order_words w WHERE w.word = n.word);
END $$;

-- The customers of the actor's locations whose text matches all patterns, at most the latest 300. Dynamic, so that it is
-- planned for these patterns.
DROP FUNCTION customers_matching(text);
CREATE FUNCTION customers_matching(patterns text[]) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET max_parallel_workers_per_gather = 0 AS $$
BEGIN
  RETURN QUERY EXECUTE format('SELECT cl.customer_id FROM customer_locations cl
    WHERE %s AND cl.location_id = ANY (actor_locations())
    GROUP BY cl.customer_id ORDER BY max(cl.since) DESC, cl.customer_id DESC LIMIT 300',
    (SELECT string_agg(format('fold_text(cl.first_name || '' '' || cl.last_name || '' '' || cl.phone_digits || '' ''
      || coalesce(cl.email, '''') || cl.also_known) LIKE $1[%s]', place), ' AND ')
    FROM generate_subscripts(patterns, 1) AS place))
  USING patterns;
END $$;

-- The customers whose name, or phone number, matches all patterns, for finding their orders. Above `most` matches `many` is
-- true and the ids are incomplete.
DROP FUNCTION customers_matching(text, boolean, integer);
CREATE FUNCTION customers_matching(patterns text[], by_phone boolean, most integer, OUT ids uuid[], OUT many boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  located boolean := NOT pg_has_role(session_user, 'aisle_all', 'member');
  whole text := 'fold_text(first_name || '' '' || last_name || '' '' || phone_digits || '' '' || coalesce(email, '''') || also_known)';
  name text := 'fold_text(first_name || '' '' || last_name)';
BEGIN
  EXECUTE format('SELECT coalesce(array_agg(DISTINCT id), ''{}'') FROM (SELECT %s AS id FROM %s AND %s LIMIT $2) found',
    CASE WHEN located THEN 'customer_id' ELSE 'id' END,
    CASE WHEN located THEN 'customer_locations WHERE location_id = ANY (actor_locations())'
      ELSE 'customers WHERE merged_into IS NULL AND erased_at IS NULL' END,
    (SELECT string_agg(CASE WHEN by_phone THEN format('%s LIKE $1[%s] AND (phone_digits LIKE $1[%2$s] OR also_known LIKE $1[%2$s])', whole, place)
        WHEN located THEN format('%s LIKE $1[%s] AND %s LIKE $1[%2$s]', whole, place, name)
        ELSE format('%s LIKE $1[%s]', name, place) END, ' AND ')
    FROM generate_subscripts(patterns, 1) AS place))
  INTO ids USING patterns, most + 1;
  many := cardinality(ids) > most;
END $$;

-- The customers of the actor's locations whose name has all words of the input, in any sequence, for finding their orders.
-- Up to two words are looked up in the ordered keys: as the beginning of a word, or within one, which name_words tells.
-- Of two short ones the longer is only looked for at the beginning or end of a word. Above `most` matches `many` is true and the ids are empty.
CREATE OR REPLACE FUNCTION customers_called(typed text, most integer, OUT ids uuid[], OUT many boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  located boolean := NOT pg_has_role(session_user, 'aisle_all', 'member');
  -- The longest word first: it is in the fewest others.
  parts text[] := ARRAY(SELECT word FROM unnest(name_parts(typed)) AS word GROUP BY word ORDER BY char_length(word) DESC, word);
  longest text := parts[1];
  other text := parts[2];
  -- A customer is found several times: at each of several locations, and by several keys.
  most_met integer := CASE WHEN located AND cardinality(actor_locations()) > 1 THEN 10 ELSE 3 END * (most + 1);
  most_keys integer := 300;
  met uuid[];
  lows text[];
  highs text[];
BEGIN
  IF cardinality(parts) = 0 THEN
    ids := '{}';
    many := false;
    RETURN;
  END IF;
  IF cardinality(parts) = 1 THEN
    SELECT array_agg(word), array_agg(word || '!') INTO lows, highs
    FROM name_words WHERE word LIKE '_' || pattern_within(longest);
    lows := longest || coalesce(lows, '{}');
    highs := (longest || U&'\+10FFFF') || coalesce(highs, '{}');
  ELSIF cardinality(parts) = 2 THEN
    SELECT array_agg(one.word || ' ' || two.low), array_agg(one.word || ' ' || two.high) INTO lows, highs
    FROM (SELECT DISTINCT word FROM name_words
        WHERE word LIKE pattern_within(longest) AND (char_length(longest) > 2
          OR starts_with(word, longest) OR right(word, char_length(longest)) = longest)
        LIMIT most_keys + 1) AS one,
      (SELECT other AS low, other || U&'\+10FFFF' AS high
        UNION ALL (SELECT DISTINCT word, word || '!' FROM name_words
          WHERE char_length(longest) > 2 AND word LIKE '_' || pattern_within(other) LIMIT most_keys)) AS two;
  END IF;
  IF cardinality(parts) > 2 OR cardinality(lows) > most_keys THEN
    SELECT m.ids, m.many INTO ids, many
    FROM customers_matching(ARRAY(SELECT pattern_within(word) FROM unnest(parts) AS word), false, most) AS m;
    IF many THEN ids := '{}'; END IF;
    RETURN;
  END IF;
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
    FROM customers_matching(ARRAY(SELECT pattern_within(word) FROM unnest(parts) AS word), false, most) AS m;
  END IF;
END $$;

CREATE OR REPLACE FUNCTION words_holding(typed text, most integer) RETURNS text[]
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  held text[] := ARRAY(SELECT DISTINCT word FROM name_words WHERE word LIKE pattern_within(fold_text(typed)) LIMIT most + 1);
BEGIN
  IF cardinality(held) > most THEN RETURN NULL; END IF;
  IF pg_has_role(session_user, 'aisle_all', 'member') THEN RETURN held; END IF;
  RETURN ARRAY(SELECT known.word FROM unnest(held) AS known (word) WHERE EXISTS (
    SELECT FROM unnest(actor_locations()) AS place (id) JOIN order_words w ON w.location_id = place.id
    WHERE w.word = known.word COLLATE "C"));
END $$;

TRUNCATE name_words, customer_names, customer_names_at;
SELECT note_all_names();
-- Most words of orders stay as they are.
CREATE TEMPORARY TABLE former_words ON COMMIT DROP AS
SELECT DISTINCT word FROM order_words WHERE word ~ '[^a-z0-9]' AND name_parts(word) <> ARRAY[word::text];
INSERT INTO order_words (location_id, word, created_at, order_id, is_hidden)
SELECT w.location_id, part, w.created_at, w.order_id, bool_and(w.is_hidden)
FROM former_words f JOIN order_words w ON w.word = f.word CROSS JOIN words_of(f.word) AS part
GROUP BY 1, 2, 3, 4
ON CONFLICT (location_id, word, created_at, order_id) DO UPDATE SET is_hidden = false
WHERE order_words.is_hidden AND NOT excluded.is_hidden;
DELETE FROM order_words w USING former_words f WHERE w.word = f.word;
INSERT INTO name_words (word) SELECT DISTINCT word FROM order_words
WHERE NOT EXISTS (SELECT FROM name_words known WHERE known.word = order_words.word);

-- Tickets --------------------------------------------------------------------------------------------------------------

CREATE OR REPLACE FUNCTION lexemes_of(body text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_to_tsvector(array_agg(DISTINCT word)), ''::tsvector)
  FROM regexp_split_to_table(fold_text(left(body, 20000)), '[^[:alnum:]]+') AS word
  WHERE word <> '' AND char_length(word) <= 50
$$;
CREATE OR REPLACE FUNCTION words_query(typed text) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_agg(format('''%s'':*', word), ' & ')::tsquery
  FROM (SELECT DISTINCT word FROM regexp_split_to_table(fold_text(typed), '[^[:alnum:]]+') AS word
    WHERE word <> '' AND char_length(word) <= 50 LIMIT 20) AS words
$$;
-- Only what is folded differently: other letters, and words with an apostrophe.
SELECT count(index_ticket(t.id)) FROM tickets t WHERE EXISTS (
  SELECT FROM ticket_messages m WHERE m.ticket_id = t.id AND m.text ~ '[^\x01-\x7f]|\w[''`]\w')
  OR concat_ws(' ', t.subject, t.sender_name) ~ '[^\x01-\x7f]|\w[''`]\w'
  OR EXISTS (SELECT FROM customers c WHERE c.id = t.customer_id AND c.first_name || ' ' || c.last_name ~ '[^\x01-\x7f]|\w[''`]\w');

-- Lists sorted by name -------------------------------------------------------------------------------------------------

DROP INDEX products_by_name, sub_products_by_name, customers_in_order, subscription_plans_in_order, drivers_in_order;
CREATE INDEX products_by_name ON products (name COLLATE aisle_names, id);
CREATE INDEX sub_products_by_name ON sub_products (name COLLATE aisle_names, id);
CREATE INDEX customers_in_order ON customers (((first_name || ' ' || last_name) COLLATE aisle_names), id);
CREATE INDEX subscription_plans_in_order ON subscription_plans (name COLLATE aisle_names, id);
CREATE INDEX drivers_in_order ON drivers (name COLLATE aisle_names, id);

-- Restores -------------------------------------------------------------------------------------------------------------

-- The cluster whose transactions the position counts (system_identifier). Null: saved before this column existed.
ALTER TABLE order_message_position ADD COLUMN cluster_id bigint;
