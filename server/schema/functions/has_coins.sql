-- Returns whether a customer has enough coins, so that stores don't need the balance. Always false for stores that
-- neither added the customer nor delivered an order to them.
CREATE OR REPLACE FUNCTION has_coins(customer uuid, wanted bigint) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT wanted <= 0 OR (has_bought_here(customer) OR pg_has_role(session_user, 'aisle_all', 'member'))
    AND EXISTS (SELECT FROM customers WHERE id = customer AND coin_balance >= wanted)
$$;
