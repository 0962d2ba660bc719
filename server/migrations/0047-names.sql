-- Who is called so, from an index that is read in order: a trigram index brings together the lists of every three
-- letters of a name for each search, which is more work than all else that a page of somebody's orders needs.

-- What a name can be looked up by: itself, and what is left of it from each further word on.
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

-- The same for the people of each location.
CREATE TABLE customer_names_at (
  location_id uuid NOT NULL,
  name text COLLATE "C" NOT NULL,
  customer_id uuid NOT NULL,
  PRIMARY KEY (location_id, name, customer_id),
  FOREIGN KEY (customer_id, location_id) REFERENCES customer_locations ON DELETE CASCADE
);
CREATE INDEX customer_names_at_by_customer ON customer_names_at (customer_id, location_id);
SELECT keep_to_locations('customer_names_at');

-- Each word that somebody is called by, for what is typed from the middle of it. They are few and none leaves.
CREATE TABLE name_words (
  word text COLLATE "C" PRIMARY KEY
);
CREATE INDEX name_words_within ON name_words USING gin (word gin_trgm_ops) WITH (fastupdate = off);

-- Kept by triggers and read by the function below, which minds the locations.
REVOKE ALL ON customer_names, name_words FROM aisle_all, aisle_located;
REVOKE INSERT, UPDATE, DELETE ON customer_names_at FROM aisle_all, aisle_located;

CREATE FUNCTION note_customer_name() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  called text := NEW.first_name || ' ' || NEW.last_name;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM customer_names_at WHERE customer_id = NEW.id;
    DELETE FROM customer_names WHERE customer_id = NEW.id;
  END IF;
  INSERT INTO name_words (word) SELECT part FROM string_to_table(lower(called), ' ') AS part
  WHERE NOT EXISTS (SELECT FROM name_words WHERE word = part COLLATE "C")
  ORDER BY 1 ON CONFLICT DO NOTHING;
  INSERT INTO customer_names (name, customer_id) SELECT ending, NEW.id FROM name_endings(called) AS ending
  ON CONFLICT DO NOTHING;
  -- Where somebody is known may have been written before who they are.
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

-- The names of all that are there: when this is installed, and after a fill that lets triggers sleep.
CREATE FUNCTION note_all_names() RETURNS void LANGUAGE sql AS $$
  INSERT INTO name_words (word) SELECT DISTINCT word COLLATE "C"
  FROM customers, string_to_table(lower(first_name || ' ' || last_name), ' ') AS word ORDER BY 1 ON CONFLICT DO NOTHING;
  INSERT INTO customer_names (name, customer_id) SELECT ending, id
  FROM customers, name_endings(first_name || ' ' || last_name) AS ending ORDER BY ending COLLATE "C", id ON CONFLICT DO NOTHING;
  INSERT INTO customer_names_at (location_id, name, customer_id) SELECT location_id, name, customer_id
  FROM customer_names JOIN customer_locations USING (customer_id) ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING;
$$;
REVOKE EXECUTE ON FUNCTION note_all_names() FROM aisle_all, aisle_located;
SELECT note_all_names();

-- Whose name holds what was typed, as far as the actor may know them: for finding their orders. A name holds it
-- from the beginning of a word on, or from the middle of one, and then the words that go on so are known. Past
-- `most` of them `many` is true and the ids are of no use.
CREATE FUNCTION customers_called(typed text, most integer, OUT ids uuid[], OUT many boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  located boolean := NOT pg_has_role(session_user, 'aisle_all', 'member');
  said text := lower(typed);
  first_word text := split_part(said, ' ', 1);
  others text := substr(said, char_length(first_word) + 1);
  within text := '%_' || replace(replace(replace(first_word, '\', '\\'), '%', '\%'), '_', '\_')
    || CASE WHEN others = '' THEN '%' ELSE '' END;
  -- Somebody is met again at each of several locations, and where two words of theirs hold it.
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

-- Longer words too: a search in which some word is in no name of the catalogue need not look for goods at all.
CREATE OR REPLACE FUNCTION words_in(name text) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT word FROM regexp_split_to_table(lower(name), '[^[:alnum:]]+') AS word
  WHERE char_length(word) BETWEEN 3 AND 200
$$;
INSERT INTO catalogue_words (word)
SELECT DISTINCT found.word
FROM (SELECT name FROM products UNION SELECT name FROM sub_products UNION SELECT name FROM brands) AS named,
  words_in(named.name) AS found (word)
WHERE char_length(found.word) > 40;
