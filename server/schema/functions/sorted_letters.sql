-- Returns the letters of a word in alphabetical order.
CREATE OR REPLACE FUNCTION sorted_letters(word text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT string_agg(letter, '' ORDER BY letter) FROM regexp_split_to_table(word, '') AS letter
$$;
