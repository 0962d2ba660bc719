-- Announces changed tickets at their locations, including locations that the acting user has no access to. A ticket without a
-- location is announced without one, to users of the whole marketplace. Only the first announcement of a ticket has a version:
-- the change feed takes it as the change.
CREATE OR REPLACE FUNCTION announce_tickets(ids uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO changes (resource, action, record_id, location_id, permission, version)
  SELECT 'support', CASE WHEN t.version = 1 THEN 'created' ELSE 'changed' END, t.id, place, 'support_list',
    CASE WHEN place IS NOT DISTINCT FROM coalesce(t.location_id, t.order_location_id) THEN t.version END
  FROM tickets t CROSS JOIN LATERAL (
    SELECT DISTINCT place FROM unnest(ARRAY[t.location_id, t.order_location_id]) AS place
    WHERE place IS NOT NULL OR coalesce(t.location_id, t.order_location_id) IS NULL) AS places
  WHERE t.id = ANY (ids);
END $$;
