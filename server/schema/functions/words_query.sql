-- Returns a search query in which every word is a prefix, or null without any words. Uses up to 20 words.
CREATE OR REPLACE FUNCTION words_query(typed text) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_agg(format('''%s'':*', word), ' & ')::tsquery
  FROM (SELECT DISTINCT word FROM regexp_split_to_table(fold_text(typed), '[^[:alnum:]]+') AS word
    WHERE word <> '' AND char_length(word) <= 50 LIMIT 20) AS words
$$;
