-- Returns by how much the stored totals of sub-products on a day at a location differ from the raw tables. A sub-product
-- may have two rows, which add up.
CREATE OR REPLACE FUNCTION product_figure_deltas(place uuid, of_day date) RETURNS SETOF product_figure_days
LANGUAGE sql STABLE ROWS 200 AS $$
  SELECT * FROM raw_product_figures(place, of_day)
  UNION ALL
  SELECT location_id, day, sub_product_id, -units, -revenue, -cost, -refunded_units, -returns, -waste, -refunded,
    -counter_units, -counter_revenue
  FROM product_figure_days WHERE location_id = place AND day = of_day
$$;
