-- Returns the words of a catalog name with 3 to 200 characters. Long words are included, so that a search for a word
-- without a match can skip products.
CREATE OR REPLACE FUNCTION words_in(name text) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT word FROM regexp_split_to_table(fold_text(name), '[^[:alnum:]]+') AS word
  WHERE char_length(word) BETWEEN 3 AND 200
$$;
