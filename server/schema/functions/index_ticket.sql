-- Rebuilds the search words of a ticket from its header and the messages that staff of its location can see.
CREATE OR REPLACE FUNCTION index_ticket(ticket uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO ticket_words (ticket_id, words)
  SELECT ticket, ticket_head_words(ticket) || lexemes_of(coalesce((
    SELECT string_agg(m.text, ' ' ORDER BY m.id) FROM ticket_messages m
    WHERE m.ticket_id = ticket AND is_for_location(ticket, m.internal, m.side)), ''))
  WHERE EXISTS (SELECT FROM tickets t WHERE t.id = ticket)
  ON CONFLICT (ticket_id) DO UPDATE SET words = excluded.words
$$;
REVOKE ALL ON FUNCTION index_ticket FROM aisle_all, aisle_located;
