-- Who is called so at somebody's locations is looked up in the list of each location, in its order: that list lies
-- together, while what is known of one customer after the other is all over.
CREATE OR REPLACE FUNCTION customers_matching(pattern text, by_phone boolean, most integer, OUT ids uuid[], OUT many boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  located boolean := NOT pg_has_role(session_user, 'aisle_all', 'member');
  -- A location has few of those who are called so: more are looked at than would be worth looking up.
  most_looked_at integer := CASE WHEN located THEN 10 * most ELSE most END;
BEGIN
  -- As text, so that it is planned for this very pattern.
  EXECUTE format('SELECT coalesce(array_agg(id), ''{}'') FROM (SELECT id FROM customers WHERE %s LIMIT $2) found',
    CASE WHEN by_phone
      THEN '(first_name || '' '' || last_name || '' '' || phone_digits || '' '' || coalesce(email, '''')) ILIKE $1
        AND phone_digits LIKE $1'
      ELSE '(first_name || '' '' || last_name) ILIKE $1' END)
  INTO ids USING pattern, most_looked_at + 1;
  many := cardinality(ids) > most_looked_at;
  IF NOT located THEN RETURN; END IF;
  SELECT coalesce(array_agg(DISTINCT id), '{}') INTO ids FROM (
    SELECT cl.customer_id AS id FROM customer_locations cl
    WHERE cl.location_id = ANY (actor_locations()) AND cl.customer_id = ANY (ids)
    ORDER BY cl.location_id, cl.customer_id LIMIT most + 1) found;
  many := many OR cardinality(ids) > most;
END $$;
