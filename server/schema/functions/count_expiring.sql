-- Counts the stock of a location that expires on a day, with its cost and retail value, from the lots.
CREATE OR REPLACE FUNCTION count_expiring(location uuid, day date)
RETURNS TABLE (lots bigint, units numeric, cost bigint, retail bigint) LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT count(*), coalesce(sum(l.on_hand), 0), coalesce(sum(l.cost), 0)::bigint, coalesce(sum(l.retail), 0)::bigint
  FROM expiring_lots l WHERE l.location_id = count_expiring.location AND l.expires_on = count_expiring.day
$$;
