-- Returns the totals of sub-products by day and location, counted from the raw tables.
CREATE OR REPLACE FUNCTION raw_product_figures(places uuid[], days date[]) RETURNS SETOF product_figure_days
LANGUAGE sql STABLE ROWS 10000 AS $$
  WITH span AS MATERIALIZED (SELECT * FROM figure_spans(places, days)), sold AS MATERIALIZED (
    SELECT span.location_id, span.day, o.id FROM span JOIN orders o ON o.location_id = span.location_id
      AND o.created_at >= span.starts AND o.created_at < span.ends
    WHERE is_sold(o.status) AND NOT o.is_replacement
  ), figures AS (
    SELECT sold.location_id, sold.day, one.*, 0::bigint AS refunded_units, 0::bigint AS returns, 0::bigint AS waste
    FROM sold CROSS JOIN LATERAL product_figures_of_order(sold.location_id, sold.id) one
    UNION ALL
    SELECT span.location_id, span.day, one.sub_product_id, 0, 0, 0, one.refunded_units, 0, 0
    FROM span JOIN refunds r ON r.location_id = span.location_id AND r.of_sale AND r.status = 'refunded'
      AND r.refunded_at >= span.starts AND r.refunded_at < span.ends
    CROSS JOIN LATERAL product_figures_of_refund(r) one
    UNION ALL
    SELECT span.location_id, span.day, n.sub_product_id, 0, 0, 0, 0, 1, 0
    FROM span JOIN returns r ON r.location_id = span.location_id
      AND r.created_at >= span.starts AND r.created_at < span.ends
    JOIN return_lines back ON back.location_id = r.location_id AND back.return_id = r.id
    JOIN order_lines n ON n.location_id = back.location_id AND n.order_id = back.order_id AND n.id = back.line_id
    UNION ALL
    SELECT span.location_id, span.day, m.sub_product_id, 0, 0, 0, 0, 0, (-m.on_hand * 1000)::bigint
    FROM span JOIN stock_movements m ON m.location_id = span.location_id AND m.kind IN ('waste', 'damage')
      AND m.created_at >= span.starts AND m.created_at < span.ends
  )
  SELECT location_id, day, sub_product_id, sum(units)::bigint AS units, sum(revenue)::bigint AS revenue, sum(cost)::bigint AS cost,
    sum(refunded_units)::bigint AS refunded_units, sum(returns)::bigint AS returns, sum(waste)::bigint AS
    waste
  FROM figures GROUP BY 1, 2, 3
$$;
