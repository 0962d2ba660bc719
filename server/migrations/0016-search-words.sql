-- The words that names of the catalogue are made of, so that a search forgives what is typed wrongly.

CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;

CREATE TABLE catalogue_words (
  word text NOT NULL,
  letters integer GENERATED ALWAYS AS (char_length(word)) STORED
);
-- Not unique: two who bring the same new word at once need not wait for each other, and twice does no harm.
CREATE INDEX catalogue_words_by_word ON catalogue_words (word);
CREATE INDEX catalogue_words_by_letters ON catalogue_words (letters);
CREATE INDEX catalogue_words_within ON catalogue_words USING gin (word gin_trgm_ops) WITH (fastupdate = off);
REVOKE INSERT, UPDATE, DELETE ON catalogue_words FROM aisle_all, aisle_located;

CREATE FUNCTION words_in(name text) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT word FROM regexp_split_to_table(lower(name), '[^[:alnum:]]+') AS word
  WHERE char_length(word) BETWEEN 3 AND 40
$$;

CREATE FUNCTION note_words() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO catalogue_words (word)
  SELECT DISTINCT found.word FROM named, words_in(named.name) AS found (word)
  WHERE NOT EXISTS (SELECT FROM catalogue_words known WHERE known.word = found.word);
  RETURN NULL;
END $$;
CREATE FUNCTION note_new_words() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO catalogue_words (word)
  SELECT DISTINCT found.word FROM words_in(NEW.name) AS found (word)
  WHERE NOT EXISTS (SELECT FROM catalogue_words known WHERE known.word = found.word);
  RETURN NULL;
END $$;

DO $$
DECLARE
  target text;
BEGIN
  FOREACH target IN ARRAY ARRAY['products', 'sub_products', 'brands'] LOOP
    EXECUTE format('CREATE TRIGGER note_words AFTER INSERT ON %I REFERENCING NEW TABLE AS named
      FOR EACH STATEMENT EXECUTE FUNCTION note_words()', target);
    EXECUTE format('CREATE TRIGGER note_new_words AFTER UPDATE OF name ON %I FOR EACH ROW
      WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION note_new_words()', target);
    EXECUTE format('INSERT INTO catalogue_words (word)
      SELECT DISTINCT found.word FROM %I named, words_in(named.name) AS found (word)
      WHERE NOT EXISTS (SELECT FROM catalogue_words known WHERE known.word = found.word)', target);
  END LOOP;
END $$;

CREATE FUNCTION sorted_letters(word text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT string_agg(letter, '' ORDER BY letter) FROM regexp_split_to_table(word, '') AS letter
$$;

-- The word that somebody is likely to have meant, or to be about to type: one letter wrong, missing, too many
-- or swapped with its neighbour, two in longer words. Nothing for what is too short to tell, or like no word.
CREATE FUNCTION likely_word(typed text) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT word FROM (
    SELECT word, CASE
        WHEN whole = 2 AND char_length(word) = char_length(typed) AND sorted_letters(word) = sorted_letters(typed) THEN 1
        -- The beginning of a longer word is less likely than a whole one.
        ELSE least(whole, beginning + 0.5) END AS wrong
    FROM (
      SELECT word, levenshtein_less_equal(word, typed, 2) AS whole,
        CASE WHEN char_length(typed) >= 5
          THEN levenshtein_less_equal(left(word, char_length(typed)), typed, 1) ELSE 9 END AS beginning
      FROM catalogue_words
      WHERE letters >= char_length(typed) - 2 AND word <> typed AND char_length(typed) BETWEEN 4 AND 40
    ) compared
    WHERE whole <= 2 OR beginning <= 1
  ) close
  WHERE wrong <= CASE WHEN char_length(typed) >= 6 THEN 2 ELSE 1.5 END
  ORDER BY wrong, left(word, 1) <> left(typed, 1), similarity(word, typed) DESC, word
  LIMIT 1
$$;
