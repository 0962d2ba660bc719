-- Returns the state of the change feed, and the number up to which one read after the given number may look: reads of few
-- topics or locations stay short, however many other changes there are. Until the history of a restored copy has started over, no
-- cursor is of its history.
CREATE OR REPLACE FUNCTION change_feed_window(after bigint) RETURNS TABLE (history uuid, head bigint, until bigint, today bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE s.origin WHEN change_feed_origin() THEN s.history ELSE gen_random_uuid() END, s.head,
    coalesce((SELECT f.number FROM change_feed f WHERE f.number > after ORDER BY f.number OFFSET 20000 LIMIT 1), s.head),
    extract(epoch FROM now())::bigint / 86400
  FROM change_feed_state s
$$;
