-- Counts the sub-products of days of locations again and adds the deltas to the totals of days and months, by location and
-- over all locations.
CREATE OR REPLACE FUNCTION recount_product_figures(places uuid[], days date[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  changed uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(4151200127);
  WITH delta AS MATERIALIZED (
    SELECT dirty.location_id, dirty.day, sub_product_id, sum(units)::bigint AS units, sum(revenue)::bigint AS revenue, sum(cost)::bigint AS cost,
      sum(refunded_units)::bigint AS refunded_units, sum(returns)::bigint AS returns, sum(waste)::bigint AS waste
    FROM (SELECT DISTINCT * FROM unnest(places, days)) AS dirty (location_id, day)
    CROSS JOIN LATERAL product_figure_deltas(dirty.location_id, dirty.day) delta GROUP BY 1, 2, 3
    HAVING (sum(units), sum(revenue), sum(cost), sum(refunded_units), sum(returns), sum(waste))
      <> (0, 0, 0, 0, 0, 0)
  ), by_day AS (
    INSERT INTO product_figure_days AS kept SELECT * FROM delta
    ON CONFLICT (location_id, day, sub_product_id) DO UPDATE SET units = kept.units + excluded.units, revenue = kept.revenue + excluded.revenue, cost = kept.cost + excluded.cost,
      refunded_units = kept.refunded_units + excluded.refunded_units, returns = kept.returns + excluded.returns,
      waste = kept.waste + excluded.waste
  ), by_month AS (
    INSERT INTO product_figure_months AS kept
    SELECT location_id, date_trunc('month', day)::date, sub_product_id, sum(units)::bigint, sum(revenue)::bigint, sum(cost)::bigint, sum(refunded_units)::bigint, sum(returns)::bigint,
      sum(waste)::bigint
    FROM delta GROUP BY 1, 2, 3
    ON CONFLICT (location_id, day, sub_product_id) DO UPDATE SET units = kept.units + excluded.units, revenue = kept.revenue + excluded.revenue, cost = kept.cost + excluded.cost,
      refunded_units = kept.refunded_units + excluded.refunded_units, returns = kept.returns + excluded.returns,
      waste = kept.waste + excluded.waste
  ), days_of_all AS (
    INSERT INTO all_product_figure_days AS kept
    SELECT day, sub_product_id, sum(units)::bigint, sum(revenue)::bigint, sum(cost)::bigint, sum(refunded_units)::bigint, sum(returns)::bigint,
      sum(waste)::bigint
    FROM delta GROUP BY 1, 2
    ON CONFLICT (day, sub_product_id) DO UPDATE SET units = kept.units + excluded.units, revenue = kept.revenue + excluded.revenue, cost = kept.cost + excluded.cost,
      refunded_units = kept.refunded_units + excluded.refunded_units, returns = kept.returns + excluded.returns,
      waste = kept.waste + excluded.waste
  ), months_of_all AS (
    INSERT INTO all_product_figure_months AS kept
    SELECT date_trunc('month', day)::date, sub_product_id, sum(units)::bigint, sum(revenue)::bigint, sum(cost)::bigint, sum(refunded_units)::bigint, sum(returns)::bigint,
      sum(waste)::bigint
    FROM delta GROUP BY 1, 2
    ON CONFLICT (day, sub_product_id) DO UPDATE SET units = kept.units + excluded.units, revenue = kept.revenue + excluded.revenue, cost = kept.cost + excluded.cost,
      refunded_units = kept.refunded_units + excluded.refunded_units, returns = kept.returns + excluded.returns,
      waste = kept.waste + excluded.waste
  )
  SELECT array_agg(DISTINCT location_id) INTO changed FROM delta;
  PERFORM announce('reports', 'added', NULL, location_id, 'product_view') FROM unnest(changed) AS location_id;
END $$;
REVOKE ALL ON FUNCTION recount_product_figures FROM aisle_located;
