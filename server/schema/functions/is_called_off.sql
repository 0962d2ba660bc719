-- Returns whether a status is in calledOffStatuses of the contract. A test compares the two.
CREATE OR REPLACE FUNCTION is_called_off(status text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT status IN ('cancelled', 'rejected', 'failed', 'expired')
$$;
