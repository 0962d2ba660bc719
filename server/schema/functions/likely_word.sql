-- Returns the catalog word that was probably meant: one edit away, or up to two edits for words of six or more letters.
-- Returns null if the word has fewer than 4 or more than 40 letters, or if no word is similar. Among words with equally
-- many edits, those with the same first letter come first, then the most frequent ones.
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
        WHERE bit_count(((SELECT letter_mask(typed)) & ~letter_set)::bit(64)) <= 2
          AND letters >= char_length(typed) - 2 AND word <> typed AND char_length(typed) BETWEEN 4 AND 40
      ) compared
      WHERE whole <= 2 OR beginning <= 1
    ) close
    WHERE wrong <= CASE WHEN char_length(typed) >= 6 THEN 2 ELSE 1.5 END
    -- Limited to the most similar words, since counting a word's frequency is expensive.
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
