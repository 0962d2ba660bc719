-- Recounts the totals of a location's days. Each statement also deletes the pending deltas of these days, so that
-- counts and deletions use one snapshot.
CREATE OR REPLACE FUNCTION recount_figures(place uuid, days date[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  places uuid[] := array_fill(place, ARRAY[cardinality(days)]);
  zone text := (SELECT time_zone FROM locations WHERE id = place);
  differences product_figure_days[];
BEGIN
  PERFORM pg_advisory_xact_lock(4151200127);
  WITH taken AS (
    DELETE FROM figure_changes WHERE location_id = place AND (at AT TIME ZONE zone)::date = ANY (days)
  )
  INSERT INTO figure_days AS kept SELECT * FROM raw_figures(places, days)
  ON CONFLICT (location_id, day) DO UPDATE SET (orders, gross, discounts, tax, delivery_fees, cancelled, preparation,
      prepared, delivery, delivered, with_slot, on_time, commission, payout, refunds, returns)
    = ROW (excluded.orders, excluded.gross, excluded.discounts, excluded.tax, excluded.delivery_fees,
      excluded.cancelled, excluded.preparation, excluded.prepared, excluded.delivery, excluded.delivered,
      excluded.with_slot, excluded.on_time, excluded.commission, excluded.payout, excluded.refunds, excluded.returns);
  WITH taken AS (
    DELETE FROM product_figure_changes WHERE location_id = place AND (at AT TIME ZONE zone)::date = ANY (days)
    RETURNING *
  ), moved AS (
    INSERT INTO all_product_stock AS kept
    SELECT sub_product_id, sum(stock), sum(worth) FROM taken WHERE stock <> 0 OR worth <> 0 GROUP BY 1
    ON CONFLICT (sub_product_id) DO UPDATE SET stock = kept.stock + excluded.stock, worth = kept.worth + excluded.worth
  ), difference AS (
    SELECT place, day, sub_product_id, coalesce(f.units, 0) - coalesce(kept.units, 0),
      coalesce(f.revenue, 0) - coalesce(kept.revenue, 0), coalesce(f.cost, 0) - coalesce(kept.cost, 0),
      coalesce(f.refunded_units, 0) - coalesce(kept.refunded_units, 0),
      coalesce(f.returns, 0) - coalesce(kept.returns, 0), coalesce(f.waste, 0) - coalesce(kept.waste, 0)
    FROM raw_product_figures(places, days) f
    FULL JOIN (SELECT * FROM product_figure_days WHERE location_id = place AND day = ANY (days)) kept
      USING (location_id, day, sub_product_id)
    WHERE (f.units, f.revenue, f.cost, f.refunded_units, f.returns, f.waste)
      IS DISTINCT FROM (kept.units, kept.revenue, kept.cost, kept.refunded_units, kept.returns, kept.waste)
  )
  SELECT array_agg(ROW(difference.*)::product_figure_days) INTO differences FROM difference;
  IF differences IS NOT NULL THEN PERFORM add_product_figures(differences); END IF;
END $$;
REVOKE ALL ON FUNCTION recount_figures FROM aisle_located;
