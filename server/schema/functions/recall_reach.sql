-- Returns the number of lots in a recall, and how many are at locations that the actor has no access to.
CREATE OR REPLACE FUNCTION recall_reach(recall uuid, OUT lots bigint, OUT others bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT count(*), count(*) FILTER (WHERE NOT has_location_access(r.location_id)) FROM recall_lots r WHERE r.recall_id = recall
$$;
