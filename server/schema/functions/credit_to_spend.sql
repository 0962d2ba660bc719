-- Returns the store credit that a customer can spend. Null for users of single locations, who don't see balances.
CREATE OR REPLACE FUNCTION credit_to_spend(customer uuid) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce((SELECT balance FROM credit_balances WHERE customer_id = customer), 0)
  WHERE pg_has_role(session_user, 'aisle_all', 'member')
$$;
