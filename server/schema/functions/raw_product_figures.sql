-- Returns the totals of sub-products on a day at a location, counted from the raw tables. Items that return to their lot after
-- picking reduce the cost. Sales at the counter are part of units,
-- revenue and cost, and are counted separately as well.
CREATE OR REPLACE FUNCTION raw_product_figures(place uuid, of_day date) RETURNS SETOF product_figure_days
LANGUAGE sql STABLE ROWS 100 AS $$
  SELECT place, of_day, sub_product_id, sum(units)::bigint, sum(revenue)::bigint, sum(cost)::bigint,
    sum(refunded_units)::bigint, sum(returns)::bigint, sum(waste)::bigint, sum(refunded)::bigint,
    sum(counter_units)::bigint, sum(counter_revenue)::bigint
  FROM (
    SELECT sold.*, 0::bigint AS cost, 0::bigint AS refunded_units, 0::bigint AS returns, 0::bigint AS waste,
      0::bigint AS refunded, 0::bigint AS counter_units, 0::bigint AS counter_revenue
    FROM raw_product_sales(place, of_day) sold
    UNION ALL
    SELECT m.sub_product_id, 0, 0, cost_of(m.on_hand, l.cost_price), 0, 0, 0, 0, 0, 0
    FROM figure_span(place, of_day) span
    JOIN orders o ON o.location_id = place AND o.created_at >= span.starts AND o.created_at < span.ends
      AND is_sold(o.status) AND NOT o.is_replacement
    JOIN stock_movements m ON m.location_id = o.location_id AND m.order_id = o.id AND m.kind IN ('pick', 'return')
      AND m.cause_kind = 'order'
    JOIN lots l ON l.location_id = m.location_id AND l.id = m.lot_id
    UNION ALL
    SELECT one.sub_product_id, 0, 0, 0, one.refunded_units, 0, 0, one.refunded, 0, 0
    FROM figure_span(place, of_day) span
    JOIN refund_movements r ON r.location_id = place AND r.moved_at >= span.starts AND r.moved_at < span.ends
    CROSS JOIN LATERAL product_figures_of_refund(r) one
    UNION ALL
    SELECT n.sub_product_id, 0, 0, 0, 0, 1, 0, 0, 0, 0
    FROM figure_span(place, of_day) span
    JOIN returns r ON r.location_id = place AND r.created_at >= span.starts AND r.created_at < span.ends
    JOIN return_lines back ON back.location_id = r.location_id AND back.return_id = r.id
    JOIN order_lines n ON n.location_id = back.location_id AND n.order_id = back.order_id AND n.id = back.line_id
    UNION ALL
    SELECT m.sub_product_id, 0, 0, 0, 0, 0, (-m.on_hand * 1000)::bigint, 0, 0, 0
    FROM figure_span(place, of_day) span
    JOIN stock_movements m ON m.location_id = place AND m.kind IN ('waste', 'damage')
      AND m.created_at >= span.starts AND m.created_at < span.ends
    UNION ALL
    SELECT n.sub_product_id, 0, 0, 0, 0, 0, 0, 0, (n.quantity * 1000)::bigint, n.amount
    FROM figure_span(place, of_day) span
    JOIN counter_sales sale ON sale.location_id = place AND sale.sold_at >= span.starts AND sale.sold_at < span.ends
    JOIN counter_sale_lines n ON n.location_id = sale.location_id AND n.sale_id = sale.id
    UNION ALL
    SELECT m.sub_product_id, 0, 0, cost_of(m.on_hand, l.cost_price), 0, 0, 0, 0, 0, 0
    FROM figure_span(place, of_day) span
    JOIN counter_sales sale ON sale.location_id = place AND sale.sold_at >= span.starts AND sale.sold_at < span.ends
    JOIN stock_movements m ON m.location_id = sale.location_id AND m.cause_id = sale.id
    JOIN lots l ON l.location_id = m.location_id AND l.id = m.lot_id
  ) figures GROUP BY sub_product_id
$$;
