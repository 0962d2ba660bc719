-- Returns the 300 latest customers of the actor's locations whose record there contains all patterns. The record
-- includes the names, phones and emails of customers merged into them.
CREATE OR REPLACE FUNCTION customers_matching(patterns text[]) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET max_parallel_workers_per_gather = 0 AS $$
BEGIN
  RETURN QUERY EXECUTE format('SELECT cl.customer_id FROM customer_locations cl
    WHERE %s AND cl.location_id = ANY (actor_locations())
    GROUP BY cl.customer_id ORDER BY max(cl.since) DESC, cl.customer_id DESC LIMIT 300',
    (SELECT string_agg(format('fold_text(cl.first_name || '' '' || cl.last_name || '' '' || cl.phone_digits || '' ''
      || coalesce(cl.email, '''') || cl.also_known) LIKE $1[%s]', place), ' AND ')
    FROM generate_subscripts(patterns, 1) AS place))
  USING patterns;
END $$;

-- Finds customers whose name or, if by_phone is set, phone number matches all patterns. Store users search the records
-- of their locations, other users the customers of the marketplace. With more than `most` matches, `many` is true and
-- the ids are incomplete.
CREATE OR REPLACE FUNCTION customers_matching(patterns text[], by_phone boolean, most integer, OUT ids uuid[], OUT many boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  located boolean := NOT pg_has_role(session_user, 'aisle_all', 'member');
  whole text := 'fold_text(first_name || '' '' || last_name || '' '' || phone_digits || '' '' || coalesce(email, '''') || also_known)';
  name text := 'fold_text(first_name || '' '' || last_name)';
BEGIN
  -- A customer has at most one record at each location, so this many records belong to at least $2 customers.
  EXECUTE format('SELECT coalesce((array_agg(DISTINCT id))[:$2], ''{}'') FROM (SELECT %s AS id FROM %s AND %s LIMIT $3) found',
    CASE WHEN located THEN 'customer_id' ELSE 'id' END,
    CASE WHEN located THEN 'customer_locations WHERE location_id = ANY (actor_locations())'
      ELSE 'customers WHERE merged_into IS NULL AND erased_at IS NULL' END,
    (SELECT string_agg(CASE WHEN by_phone THEN format('%s LIKE $1[%s] AND (phone_digits LIKE $1[%2$s] OR also_known LIKE $1[%2$s])', whole, place)
        WHEN located THEN format('%s LIKE $1[%s] AND %s LIKE $1[%2$s]', whole, place, name)
        ELSE format('%s LIKE $1[%s]', name, place) END, ' AND ')
    FROM generate_subscripts(patterns, 1) AS place))
  INTO ids USING patterns, most + 1, (most + 1) * CASE WHEN located THEN cardinality(actor_locations()) ELSE 1 END;
  many := cardinality(ids) > most;
END $$;
