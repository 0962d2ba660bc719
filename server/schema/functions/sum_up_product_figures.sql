-- Rebuilds the totals of sub-products by month and over all locations from each location's daily totals.
CREATE OR REPLACE FUNCTION sum_up_product_figures() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(4151200127);
  TRUNCATE product_figure_months, all_product_figure_days, all_product_figure_months;
  INSERT INTO product_figure_months
  SELECT location_id, date_trunc('month', day)::date AS month, sub_product_id, sum(units)::bigint AS units, sum(revenue)::bigint AS revenue, sum(cost)::bigint AS cost,
    sum(refunded_units)::bigint AS refunded_units, sum(returns)::bigint AS returns, sum(waste)::bigint AS waste,
    sum(refunded)::bigint AS refunded, sum(counter_units)::bigint AS counter_units,
    sum(counter_revenue)::bigint AS counter_revenue
  FROM product_figure_days GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;
  INSERT INTO all_product_figure_days
  SELECT day, sub_product_id, sum(units)::bigint AS units, sum(revenue)::bigint AS revenue, sum(cost)::bigint AS cost,
    sum(refunded_units)::bigint AS refunded_units, sum(returns)::bigint AS returns, sum(waste)::bigint AS waste,
    sum(refunded)::bigint AS refunded, sum(counter_units)::bigint AS counter_units,
    sum(counter_revenue)::bigint AS counter_revenue
  FROM product_figure_days GROUP BY 1, 2 ORDER BY 1, 2;
  INSERT INTO all_product_figure_months
  SELECT date_trunc('month', day)::date AS month, sub_product_id, sum(units)::bigint AS units, sum(revenue)::bigint AS revenue, sum(cost)::bigint AS cost,
    sum(refunded_units)::bigint AS refunded_units, sum(returns)::bigint AS returns, sum(waste)::bigint AS waste,
    sum(refunded)::bigint AS refunded, sum(counter_units)::bigint AS counter_units,
    sum(counter_revenue)::bigint AS counter_revenue
  FROM all_product_figure_days GROUP BY 1, 2 ORDER BY 1, 2;
END $$;
REVOKE ALL ON FUNCTION sum_up_product_figures FROM aisle_located;
