-- Returns up to `most` tickets that match a search, limited to the actor's locations for users of single locations. It
-- is a function, since row-level security would prevent the use of the index.
CREATE OR REPLACE FUNCTION tickets_containing(query tsquery, most integer) RETURNS uuid[]
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF pg_has_role(session_user, 'aisle_all', 'member') THEN
    RETURN ARRAY(SELECT w.ticket_id FROM ticket_words w WHERE w.words @@ query LIMIT most);
  END IF;
  RETURN ARRAY(SELECT w.ticket_id FROM ticket_words w JOIN tickets t ON t.id = w.ticket_id
    WHERE w.words @@ query
      AND (t.location_id = ANY (actor_locations()) OR t.order_location_id = ANY (actor_locations()))
    LIMIT most);
END $$;
