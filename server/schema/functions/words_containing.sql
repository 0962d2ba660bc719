-- Returns the words of customers' names that contain the input, or null if there are more than `most`. Users of single
-- locations get only words on orders of their locations, so that they don't learn other names.
CREATE OR REPLACE FUNCTION words_containing(typed text, most integer) RETURNS text[]
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  held text[] := ARRAY(SELECT DISTINCT word FROM name_words WHERE word LIKE pattern_within(fold_text(typed)) LIMIT most + 1);
BEGIN
  IF cardinality(held) > most THEN RETURN NULL; END IF;
  IF pg_has_role(session_user, 'aisle_all', 'member') THEN RETURN held; END IF;
  RETURN ARRAY(SELECT known.word FROM unnest(held) AS known (word) WHERE EXISTS (
    SELECT FROM unnest(actor_locations()) AS place (id) JOIN order_words w ON w.location_id = place.id
    WHERE w.word = known.word COLLATE "C"));
END $$;
