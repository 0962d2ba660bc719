-- Announces changed tickets at their locations, including locations that the acting user has no access to. A ticket without a
-- location is announced without one, to users of the whole marketplace.
CREATE OR REPLACE FUNCTION announce_tickets(ids uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM announce('support', 'changed', t.id, place, 'support_list')
  FROM tickets t CROSS JOIN LATERAL (
    SELECT DISTINCT place FROM unnest(ARRAY[t.location_id, t.order_location_id]) AS place
    WHERE place IS NOT NULL OR coalesce(t.location_id, t.order_location_id) IS NULL) AS places
  WHERE t.id = ANY (ids);
END $$;
