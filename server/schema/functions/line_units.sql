-- Returns the sold quantity of an order line in thousandths: the picked quantity, or the ordered quantity before
-- picking.
CREATE OR REPLACE FUNCTION line_units(removed boolean, picked numeric, ordered numeric) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN removed THEN 0 ELSE (coalesce(picked, ordered) * 1000)::bigint END
$$;
