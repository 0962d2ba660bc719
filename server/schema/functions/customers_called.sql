-- Finds customers by name, to find their orders. Store users find customers of their locations only. The text matches
-- from the start of a word or, through name_words, within it. With more than `most` matches, `many` is true and the ids
-- are empty.
CREATE OR REPLACE FUNCTION customers_called(typed text, most integer, OUT ids uuid[], OUT many boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  located boolean := NOT pg_has_role(session_user, 'aisle_all', 'member');
  -- Starts with the longest word, which usually has the fewest matches.
  parts text[] := ARRAY(SELECT word FROM unnest(name_parts(typed)) AS word GROUP BY word ORDER BY char_length(word) DESC, word);
  longest text := parts[1];
  other text := parts[2];
  -- A customer can match several times: at several locations and by several keys.
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
