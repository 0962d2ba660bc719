-- Splits text into search words of letters and digits, in the same way for stored text and searches. Reads the first
-- 20,000 characters and skips words of more than 50.
CREATE OR REPLACE FUNCTION lexemes_of(body text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_to_tsvector(array_agg(DISTINCT word)), ''::tsvector)
  FROM regexp_split_to_table(fold_text(left(body, 20000)), '[^[:alnum:]]+') AS word
  WHERE word <> '' AND char_length(word) <= 50
$$;
