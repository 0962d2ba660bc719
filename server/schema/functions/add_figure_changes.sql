-- Adds up to `most` deltas of orders and up to `most` deltas of products to the totals and returns whether more remain.
-- Calls must run one at a time: two concurrent calls would deadlock on each other's rows.
CREATE OR REPLACE FUNCTION add_figure_changes(most integer) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  differences product_figure_days[];
BEGIN
  PERFORM pg_advisory_xact_lock(4151200127);
  WITH taken AS (
    DELETE FROM figure_changes WHERE ctid = ANY (ARRAY(SELECT ctid FROM figure_changes LIMIT most)) RETURNING *
  )
  INSERT INTO figure_days AS kept
  SELECT l.id, (at AT TIME ZONE l.time_zone)::date, sum(orders)::bigint AS orders, sum(gross)::bigint AS gross, sum(discounts)::bigint AS discounts,
    sum(tax)::bigint AS tax, sum(delivery_fees)::bigint AS delivery_fees, sum(cancelled)::bigint AS
    cancelled, sum(preparation)::bigint AS preparation, sum(prepared)::bigint AS prepared,
    sum(delivery)::bigint AS delivery, sum(delivered)::bigint AS delivered, sum(with_slot)::bigint AS
    with_slot, sum(on_time)::bigint AS on_time, sum(commission)::bigint AS commission, sum(payout)::bigint AS
    payout, sum(refunds)::bigint AS refunds, sum(returns)::bigint AS returns
  FROM taken JOIN locations l ON l.id = taken.location_id GROUP BY 1, 2
  ON CONFLICT (location_id, day) DO UPDATE SET orders = kept.orders + excluded.orders, gross = kept.gross + excluded.gross, discounts = kept.discounts +
    excluded.discounts, tax = kept.tax + excluded.tax, delivery_fees = kept.delivery_fees +
    excluded.delivery_fees, cancelled = kept.cancelled + excluded.cancelled, preparation = kept.preparation +
    excluded.preparation, prepared = kept.prepared + excluded.prepared, delivery = kept.delivery +
    excluded.delivery, delivered = kept.delivered + excluded.delivered, with_slot = kept.with_slot +
    excluded.with_slot, on_time = kept.on_time + excluded.on_time, commission = kept.commission +
    excluded.commission, payout = kept.payout + excluded.payout, refunds = kept.refunds + excluded.refunds,
    returns = kept.returns + excluded.returns;
  WITH taken AS (
    DELETE FROM product_figure_changes WHERE ctid = ANY (ARRAY(SELECT ctid FROM product_figure_changes LIMIT most))
    RETURNING *
  ), moved AS (
    INSERT INTO all_product_stock AS kept
    SELECT sub_product_id, sum(stock), sum(worth) FROM taken WHERE stock <> 0 OR worth <> 0 GROUP BY 1
    ON CONFLICT (sub_product_id) DO UPDATE SET stock = kept.stock + excluded.stock, worth = kept.worth + excluded.worth
  ), difference AS (
    SELECT l.id, (at AT TIME ZONE l.time_zone)::date, sub_product_id, sum(units)::bigint AS units,
      sum(revenue)::bigint AS revenue, sum(cost)::bigint AS cost, sum(refunded_units)::bigint AS refunded_units,
      sum(returns)::bigint AS returns, sum(waste)::bigint AS waste
    FROM taken JOIN locations l ON l.id = taken.location_id
    WHERE (units, revenue, cost, refunded_units, returns, waste) <> (0, 0, 0, 0, 0, 0) GROUP BY 1, 2, 3
  )
  SELECT array_agg(ROW(difference.*)::product_figure_days) INTO differences FROM difference;
  IF differences IS NOT NULL THEN PERFORM add_product_figures(differences); END IF;
  RETURN EXISTS (SELECT FROM figure_changes) OR EXISTS (SELECT FROM product_figure_changes);
END $$;
REVOKE ALL ON FUNCTION add_figure_changes FROM aisle_located;
