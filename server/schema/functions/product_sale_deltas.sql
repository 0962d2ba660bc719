-- Returns by how much the stored units and revenue of sub-products on a day at a location differ from the raw tables. A
-- sub-product has several rows, which add up. Readers of best sellers need nothing else.
CREATE OR REPLACE FUNCTION product_sale_deltas(place uuid, of_day date)
RETURNS TABLE (location_id uuid, day date, sub_product_id uuid, units bigint, revenue bigint)
LANGUAGE sql STABLE ROWS 200 AS $$
  SELECT place, of_day, raw.* FROM raw_product_sales(place, of_day) raw
  UNION ALL
  SELECT place, of_day, kept.sub_product_id, -kept.units, -kept.revenue
  FROM product_figure_days kept WHERE kept.location_id = place AND kept.day = of_day
$$;
