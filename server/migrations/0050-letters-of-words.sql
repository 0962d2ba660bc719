-- Which letters a word has, so that most words are seen to be too far from what was typed without comparing them:
-- with two letters wrong it lacks at most two of them.
CREATE FUNCTION letters_in(word text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(bit_or(1::bigint << (ascii(letter) & 63)), 0) FROM string_to_table(word, NULL) AS letter
$$;
ALTER TABLE catalogue_words ADD COLUMN letter_set bigint GENERATED ALWAYS AS (letters_in(word)) STORED;

CREATE OR REPLACE FUNCTION likely_word(typed text) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT word FROM (
    SELECT word, wrong, left(word, 1) <> left(typed, 1) AS begins_otherwise, similarity(word, typed) AS likeness
    FROM (
      SELECT word, CASE
          WHEN whole = 2 AND char_length(word) = char_length(typed) AND sorted_letters(word) = sorted_letters(typed) THEN 1
          -- The beginning of a longer word is less likely than a whole one.
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
    -- The nearest few: looking how common a word is costs.
    ORDER BY wrong, begins_otherwise, likeness DESC, word
    LIMIT 6
  ) nearest
  ORDER BY wrong, begins_otherwise, (
    SELECT count(*) FROM (
      SELECT FROM products WHERE name ILIKE '%' || nearest.word || '%'
      UNION ALL SELECT FROM sub_products WHERE name ILIKE '%' || nearest.word || '%' LIMIT 20) held
  ) DESC, likeness DESC, word
  LIMIT 1
$$;
