-- Returns by how much the edited cost of a lot changes the cost of its sub-product, on each day with orders that were picked
-- from the lot, or with sales of it at the counter. A day has a row for each movement.
CREATE OR REPLACE FUNCTION product_cost_deltas(mark product_cost_marks) RETURNS SETOF product_figure_days
LANGUAGE sql STABLE ROWS 20 AS $$
  SELECT mark.location_id, (o.created_at AT TIME ZONE l.time_zone)::date, m.sub_product_id, 0::bigint, 0::bigint,
    cost_of(m.on_hand, mark.new_cost) - cost_of(m.on_hand, mark.old_cost), 0::bigint, 0::bigint, 0::bigint,
    0::bigint, 0::bigint, 0::bigint
  FROM locations l
  JOIN stock_movements m ON m.location_id = l.id AND m.lot_id = mark.lot_id AND m.kind IN ('pick', 'return')
    AND m.cause_kind = 'order'
  JOIN orders o ON o.location_id = m.location_id AND o.id = m.order_id AND is_sold(o.status) AND NOT o.is_replacement
  WHERE l.id = mark.location_id
  UNION ALL
  SELECT mark.location_id, (sale.sold_at AT TIME ZONE l.time_zone)::date, m.sub_product_id, 0, 0,
    cost_of(m.on_hand, mark.new_cost) - cost_of(m.on_hand, mark.old_cost), 0, 0, 0, 0, 0, 0
  FROM locations l
  JOIN stock_movements m ON m.location_id = l.id AND m.lot_id = mark.lot_id AND m.cause_kind = 'counterSale'
  JOIN counter_sales sale ON sale.location_id = m.location_id AND sale.id = m.cause_id
  WHERE l.id = mark.location_id
$$;
