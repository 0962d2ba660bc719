-- Returns the cost in cents of a stock movement, rounded. Stock that leaves has a positive cost, returned stock a
-- negative one.
CREATE OR REPLACE FUNCTION cost_of(on_hand numeric, cost_price bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT round(-on_hand * coalesce(cost_price, 0))::bigint
$$;
