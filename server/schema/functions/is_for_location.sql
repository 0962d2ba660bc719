-- Returns whether staff of a ticket's location may see a message. Internal notes of the marketplace's staff are hidden
-- if the location is the requester.
CREATE OR REPLACE FUNCTION is_for_location(ticket uuid, internal boolean, side text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT NOT (internal AND side = 'staff' AND t.requester = 'location') FROM tickets t WHERE t.id = ticket
$$;
