-- Locks a customer's coin balance until the end of the transaction and returns whether it is sufficient.
CREATE OR REPLACE FUNCTION hold_coins(customer uuid, wanted bigint) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM customers WHERE id = customer FOR NO KEY UPDATE;
  RETURN has_coins(customer, wanted);
END $$;
