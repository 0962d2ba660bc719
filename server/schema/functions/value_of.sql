-- Returns the value of a quantity at a cost price in thousandths of cents, which needs no rounding.
CREATE OR REPLACE FUNCTION value_of(on_hand numeric, cost_price bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (on_hand * 1000)::bigint * coalesce(cost_price, 0)
$$;
