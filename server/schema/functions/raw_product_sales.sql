-- Returns the sales of each sub-product on a day at a location, from the lines of its orders and of sales at the counter.
CREATE OR REPLACE FUNCTION raw_product_sales(place uuid, of_day date)
RETURNS TABLE (sub_product_id uuid, units bigint, revenue bigint) LANGUAGE sql STABLE ROWS 100 AS $$
  SELECT n.sub_product_id, line_units(n.removed, n.picked_quantity, n.quantity), n.total - n.tax
  FROM figure_span(place, of_day) span
  JOIN orders o ON o.location_id = place AND o.created_at >= span.starts AND o.created_at < span.ends
    AND is_sold(o.status) AND NOT o.is_replacement
  JOIN order_lines n ON n.location_id = o.location_id AND n.order_id = o.id
  UNION ALL
  SELECT n.sub_product_id, (n.quantity * 1000)::bigint, n.amount
  FROM figure_span(place, of_day) span
  JOIN counter_sales sale ON sale.location_id = place AND sale.sold_at >= span.starts AND sale.sold_at < span.ends
  JOIN counter_sale_lines n ON n.location_id = sale.location_id AND n.sale_id = sale.id
$$;
