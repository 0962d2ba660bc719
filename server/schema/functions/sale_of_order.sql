-- Returns an order's part of the sales totals. Totals are split into three functions, since a step changes only one of
-- them. OFFSET 0 evaluates the condition once.
CREATE OR REPLACE FUNCTION sale_of_order(o orders) RETURNS TABLE (orders bigint, gross bigint, discounts bigint, tax bigint,
  delivery_fees bigint, cancelled bigint) LANGUAGE sql IMMUTABLE ROWS 1 AS $$
  SELECT sold, sold * o.total, sold * o.discount_total, sold * o.tax_total, sold * o.delivery_fee,
    CASE WHEN is_called_off(o.status) AND NOT o.is_replacement THEN 1 ELSE 0 END::bigint
  FROM (SELECT CASE WHEN is_sold(o.status) AND NOT o.is_replacement THEN 1 ELSE 0 END::bigint AS sold OFFSET 0) AS one
$$;
