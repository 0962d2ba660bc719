-- Returns whether a status is in soldStatuses of the contract. A test compares the two.
CREATE OR REPLACE FUNCTION is_sold(status text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT status NOT IN ('pending', 'cancelled', 'rejected', 'failed', 'expired')
$$;
