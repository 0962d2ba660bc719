-- Returns whether more than `most` rows of order_words that the caller can see match one of the words.
CREATE OR REPLACE FUNCTION is_frequent_word(words text[], most integer) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM order_words WHERE word = ANY (words) OFFSET most);
END $$;
