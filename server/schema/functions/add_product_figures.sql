-- Adds deltas of daily product totals to the daily and monthly totals, by location and over all locations.
CREATE OR REPLACE FUNCTION add_product_figures(differences product_figure_days[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO product_figure_days AS kept SELECT * FROM unnest(differences)
  ON CONFLICT (location_id, day, sub_product_id) DO UPDATE SET units = kept.units + excluded.units, revenue = kept.revenue + excluded.revenue, cost = kept.cost +
    excluded.cost, refunded_units = kept.refunded_units + excluded.refunded_units, returns = kept.returns +
    excluded.returns, waste = kept.waste + excluded.waste;
  INSERT INTO product_figure_months AS kept
  SELECT location_id, date_trunc('month', day)::date, sub_product_id, sum(units)::bigint AS units, sum(revenue)::bigint AS revenue, sum(cost)::bigint AS cost,
    sum(refunded_units)::bigint AS refunded_units, sum(returns)::bigint AS returns, sum(waste)::bigint AS
    waste
  FROM unnest(differences) GROUP BY 1, 2, 3
  ON CONFLICT (location_id, day, sub_product_id) DO UPDATE SET units = kept.units + excluded.units, revenue = kept.revenue + excluded.revenue, cost = kept.cost +
    excluded.cost, refunded_units = kept.refunded_units + excluded.refunded_units, returns = kept.returns +
    excluded.returns, waste = kept.waste + excluded.waste;
  INSERT INTO all_product_figure_days AS kept
  SELECT day, sub_product_id, sum(units)::bigint AS units, sum(revenue)::bigint AS revenue, sum(cost)::bigint AS cost,
    sum(refunded_units)::bigint AS refunded_units, sum(returns)::bigint AS returns, sum(waste)::bigint AS
    waste
  FROM unnest(differences) GROUP BY 1, 2
  ON CONFLICT (day, sub_product_id) DO UPDATE SET units = kept.units + excluded.units, revenue = kept.revenue + excluded.revenue, cost = kept.cost +
    excluded.cost, refunded_units = kept.refunded_units + excluded.refunded_units, returns = kept.returns +
    excluded.returns, waste = kept.waste + excluded.waste;
  INSERT INTO all_product_figure_months AS kept
  SELECT date_trunc('month', day)::date, sub_product_id, sum(units)::bigint AS units, sum(revenue)::bigint AS revenue, sum(cost)::bigint AS cost,
    sum(refunded_units)::bigint AS refunded_units, sum(returns)::bigint AS returns, sum(waste)::bigint AS
    waste
  FROM unnest(differences) GROUP BY 1, 2
  ON CONFLICT (day, sub_product_id) DO UPDATE SET units = kept.units + excluded.units, revenue = kept.revenue + excluded.revenue, cost = kept.cost +
    excluded.cost, refunded_units = kept.refunded_units + excluded.refunded_units, returns = kept.returns +
    excluded.returns, waste = kept.waste + excluded.waste;
END $$;
REVOKE ALL ON FUNCTION add_product_figures FROM aisle_all, aisle_located;
