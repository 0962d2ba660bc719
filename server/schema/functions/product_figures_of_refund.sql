-- Returns the units that a refund takes back (the share of a line's units that equals the refunded share of its total) and
-- their price, after discounts and without tax. Negative for what a provider gave back.
CREATE OR REPLACE FUNCTION product_figures_of_refund(r refund_movements)
RETURNS TABLE (sub_product_id uuid, refunded_units bigint, refunded bigint)
LANGUAGE sql STABLE ROWS 5 AS $$
  SELECT n.sub_product_id, CASE WHEN n.total = 0 THEN 0 ELSE r.sign * round(line_units(n.removed, n.picked_quantity, n.quantity)
    * (part ->> 'amount')::numeric / n.total)::bigint END,
    r.sign * ((part ->> 'amount')::bigint - (part ->> 'tax')::bigint)
  FROM jsonb_array_elements(r.lines) AS part JOIN order_lines n
    ON n.location_id = r.location_id AND n.order_id = r.order_id AND n.id = (part ->> 'lineId')::uuid
$$;
