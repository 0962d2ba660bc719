-- Returns which of these groups a customer belongs to. Users of certain locations see no groups, but place orders of members.
CREATE OR REPLACE FUNCTION groups_of_customer(customer uuid, groups uuid[]) RETURNS uuid[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT ARRAY(SELECT DISTINCT m.group_id FROM customer_group_members m
    WHERE m.group_id = ANY (groups) AND m.customer_id = ANY (customer_ids(customer)) ORDER BY 1)
$$;
