-- Returns units, revenue and cost of an order by sub-product. Items returned to their lot after picking reduce the
-- cost.
CREATE OR REPLACE FUNCTION product_figures_of_order(place uuid, order_id uuid)
RETURNS TABLE (sub_product_id uuid, units bigint, revenue bigint, cost bigint) LANGUAGE sql STABLE ROWS 20 AS $$
  SELECT n.sub_product_id, line_units(n.removed, n.picked_quantity, n.quantity), n.total - n.tax, 0::bigint
  FROM order_lines n WHERE n.location_id = place AND n.order_id = product_figures_of_order.order_id
  UNION ALL
  SELECT m.sub_product_id, 0, 0, cost_of(m.on_hand, l.cost_price)
  FROM stock_movements m JOIN lots l ON l.location_id = m.location_id AND l.id = m.lot_id
  WHERE m.location_id = place AND m.order_id = product_figures_of_order.order_id
    AND m.kind IN ('pick', 'return') AND m.cause_kind = 'order'
$$;
