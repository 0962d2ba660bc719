-- Counts the sub-products of days of locations again and corrects the cost of all other days by the edited costs of lots. Adds
-- the deltas to the totals of days and months, by location and over all locations. One statement counts and takes the marks of
-- costs, so that a count includes exactly the edits whose marks are gone.
CREATE OR REPLACE FUNCTION recount_product_figures(places uuid[], days date[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  changed uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(4151200127);
  WITH edited AS (
    DELETE FROM product_cost_marks RETURNING *
  ), dirty AS MATERIALIZED (
    SELECT DISTINCT * FROM unnest(places, days) AS dirty (location_id, day)
  ), delta AS MATERIALIZED (
    SELECT location_id, day, sub_product_id, sum(units)::bigint AS units, sum(revenue)::bigint AS revenue,
      sum(cost)::bigint AS cost, sum(refunded_units)::bigint AS refunded_units, sum(returns)::bigint AS returns,
      sum(waste)::bigint AS waste, sum(refunded)::bigint AS refunded, sum(counter_units)::bigint AS counter_units,
      sum(counter_revenue)::bigint AS counter_revenue
    FROM (
      SELECT delta.* FROM dirty CROSS JOIN LATERAL product_figure_deltas(dirty.location_id, dirty.day) delta
      UNION ALL
      SELECT delta.* FROM edited CROSS JOIN LATERAL product_cost_deltas(ROW(edited.*)::product_cost_marks) delta
      WHERE (delta.location_id, delta.day) NOT IN (SELECT location_id, day FROM dirty)
    ) delta GROUP BY 1, 2, 3
    HAVING (sum(units), sum(revenue), sum(cost), sum(refunded_units), sum(returns), sum(waste), sum(refunded),
        sum(counter_units), sum(counter_revenue)) <> (0, 0, 0, 0, 0, 0, 0, 0, 0)
  ), by_day AS (
    INSERT INTO product_figure_days AS kept SELECT * FROM delta
    ON CONFLICT (location_id, day, sub_product_id) DO UPDATE SET units = kept.units + excluded.units, revenue = kept.revenue + excluded.revenue, cost = kept.cost + excluded.cost,
      refunded_units = kept.refunded_units + excluded.refunded_units, returns = kept.returns + excluded.returns,
      waste = kept.waste + excluded.waste, refunded = kept.refunded + excluded.refunded,
      counter_units = kept.counter_units + excluded.counter_units,
      counter_revenue = kept.counter_revenue + excluded.counter_revenue
  ), by_month AS (
    INSERT INTO product_figure_months AS kept
    SELECT location_id, date_trunc('month', day)::date, sub_product_id, sum(units)::bigint, sum(revenue)::bigint, sum(cost)::bigint, sum(refunded_units)::bigint, sum(returns)::bigint,
      sum(waste)::bigint, sum(refunded)::bigint, sum(counter_units)::bigint, sum(counter_revenue)::bigint
    FROM delta GROUP BY 1, 2, 3
    ON CONFLICT (location_id, day, sub_product_id) DO UPDATE SET units = kept.units + excluded.units, revenue = kept.revenue + excluded.revenue, cost = kept.cost + excluded.cost,
      refunded_units = kept.refunded_units + excluded.refunded_units, returns = kept.returns + excluded.returns,
      waste = kept.waste + excluded.waste, refunded = kept.refunded + excluded.refunded,
      counter_units = kept.counter_units + excluded.counter_units,
      counter_revenue = kept.counter_revenue + excluded.counter_revenue
  ), days_of_all AS (
    INSERT INTO all_product_figure_days AS kept
    SELECT day, sub_product_id, sum(units)::bigint, sum(revenue)::bigint, sum(cost)::bigint, sum(refunded_units)::bigint, sum(returns)::bigint,
      sum(waste)::bigint, sum(refunded)::bigint, sum(counter_units)::bigint, sum(counter_revenue)::bigint
    FROM delta GROUP BY 1, 2
    ON CONFLICT (day, sub_product_id) DO UPDATE SET units = kept.units + excluded.units, revenue = kept.revenue + excluded.revenue, cost = kept.cost + excluded.cost,
      refunded_units = kept.refunded_units + excluded.refunded_units, returns = kept.returns + excluded.returns,
      waste = kept.waste + excluded.waste, refunded = kept.refunded + excluded.refunded,
      counter_units = kept.counter_units + excluded.counter_units,
      counter_revenue = kept.counter_revenue + excluded.counter_revenue
  ), months_of_all AS (
    INSERT INTO all_product_figure_months AS kept
    SELECT date_trunc('month', day)::date, sub_product_id, sum(units)::bigint, sum(revenue)::bigint, sum(cost)::bigint, sum(refunded_units)::bigint, sum(returns)::bigint,
      sum(waste)::bigint, sum(refunded)::bigint, sum(counter_units)::bigint, sum(counter_revenue)::bigint
    FROM delta GROUP BY 1, 2
    ON CONFLICT (day, sub_product_id) DO UPDATE SET units = kept.units + excluded.units, revenue = kept.revenue + excluded.revenue, cost = kept.cost + excluded.cost,
      refunded_units = kept.refunded_units + excluded.refunded_units, returns = kept.returns + excluded.returns,
      waste = kept.waste + excluded.waste, refunded = kept.refunded + excluded.refunded,
      counter_units = kept.counter_units + excluded.counter_units,
      counter_revenue = kept.counter_revenue + excluded.counter_revenue
  )
  SELECT array_agg(DISTINCT location_id) INTO changed FROM delta;
  PERFORM announce('reports', 'added', NULL, location_id, 'product_view') FROM unnest(changed) AS location_id;
END $$;
REVOKE ALL ON FUNCTION recount_product_figures FROM aisle_located;
