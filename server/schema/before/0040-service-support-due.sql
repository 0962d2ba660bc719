-- Tickets by when they are due; those that are done come last.
CREATE INDEX tickets_by_due ON tickets (coalesce(due_at, 'infinity'::timestamptz), id);

-- The tickets that hold all words of a search, at most so many; those of the caller's locations for users of single ones.
-- A function, as row-level security would keep the index from them.
CREATE FUNCTION tickets_holding(query tsquery, most integer) RETURNS uuid[]
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
