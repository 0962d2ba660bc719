-- Counts days of locations again and adds the deltas to the totals of days, months and all locations.
CREATE OR REPLACE FUNCTION recount_figures(places uuid[], days date[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  changed uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(4151200127);
  WITH delta AS MATERIALIZED (
    SELECT delta.* FROM (SELECT DISTINCT * FROM unnest(places, days)) AS dirty (location_id, day)
    CROSS JOIN LATERAL figure_deltas(dirty.location_id, dirty.day) delta
    WHERE (orders, gross, discounts, tax, delivery_fees, cancelled, preparation, prepared, delivery, delivered, with_slot,
      on_time, commission, payout, refunds, returns, refunded_tax, refunded_delivery_fees, promotion_discounts,
      delivery_discounts) <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
  ), by_day AS (
    INSERT INTO figure_days AS kept SELECT * FROM delta
    ON CONFLICT (location_id, day) DO UPDATE SET orders = kept.orders + excluded.orders, gross = kept.gross + excluded.gross,
      discounts = kept.discounts + excluded.discounts, tax = kept.tax + excluded.tax,
      delivery_fees = kept.delivery_fees + excluded.delivery_fees, cancelled = kept.cancelled + excluded.cancelled,
      preparation = kept.preparation + excluded.preparation, prepared = kept.prepared + excluded.prepared,
      delivery = kept.delivery + excluded.delivery, delivered = kept.delivered + excluded.delivered,
      with_slot = kept.with_slot + excluded.with_slot, on_time = kept.on_time + excluded.on_time,
      commission = kept.commission + excluded.commission, payout = kept.payout + excluded.payout,
      refunds = kept.refunds + excluded.refunds, returns = kept.returns + excluded.returns,
      refunded_tax = kept.refunded_tax + excluded.refunded_tax,
      refunded_delivery_fees = kept.refunded_delivery_fees + excluded.refunded_delivery_fees,
      promotion_discounts = kept.promotion_discounts + excluded.promotion_discounts,
      delivery_discounts = kept.delivery_discounts + excluded.delivery_discounts
  ), by_month AS (
    INSERT INTO figure_months AS kept
    SELECT location_id, date_trunc('month', day)::date, sum(orders)::bigint, sum(gross)::bigint, sum(discounts)::bigint, sum(tax)::bigint, sum(delivery_fees)::bigint,
      sum(cancelled)::bigint, sum(preparation)::bigint, sum(prepared)::bigint, sum(delivery)::bigint,
      sum(delivered)::bigint, sum(with_slot)::bigint, sum(on_time)::bigint, sum(commission)::bigint,
      sum(payout)::bigint, sum(refunds)::bigint, sum(returns)::bigint,
      sum(refunded_tax)::bigint, sum(refunded_delivery_fees)::bigint,
      sum(promotion_discounts)::bigint, sum(delivery_discounts)::bigint
    FROM delta GROUP BY 1, 2
    ON CONFLICT (location_id, day) DO UPDATE SET orders = kept.orders + excluded.orders, gross = kept.gross + excluded.gross,
      discounts = kept.discounts + excluded.discounts, tax = kept.tax + excluded.tax,
      delivery_fees = kept.delivery_fees + excluded.delivery_fees, cancelled = kept.cancelled + excluded.cancelled,
      preparation = kept.preparation + excluded.preparation, prepared = kept.prepared + excluded.prepared,
      delivery = kept.delivery + excluded.delivery, delivered = kept.delivered + excluded.delivered,
      with_slot = kept.with_slot + excluded.with_slot, on_time = kept.on_time + excluded.on_time,
      commission = kept.commission + excluded.commission, payout = kept.payout + excluded.payout,
      refunds = kept.refunds + excluded.refunds, returns = kept.returns + excluded.returns,
      refunded_tax = kept.refunded_tax + excluded.refunded_tax,
      refunded_delivery_fees = kept.refunded_delivery_fees + excluded.refunded_delivery_fees,
      promotion_discounts = kept.promotion_discounts + excluded.promotion_discounts,
      delivery_discounts = kept.delivery_discounts + excluded.delivery_discounts
  ), of_all AS (
    INSERT INTO all_figure_days AS kept
    SELECT day, sum(orders)::bigint, sum(gross)::bigint, sum(discounts)::bigint, sum(tax)::bigint, sum(delivery_fees)::bigint,
      sum(cancelled)::bigint, sum(preparation)::bigint, sum(prepared)::bigint, sum(delivery)::bigint,
      sum(delivered)::bigint, sum(with_slot)::bigint, sum(on_time)::bigint, sum(commission)::bigint,
      sum(payout)::bigint, sum(refunds)::bigint, sum(returns)::bigint,
      sum(refunded_tax)::bigint, sum(refunded_delivery_fees)::bigint,
      sum(promotion_discounts)::bigint, sum(delivery_discounts)::bigint
    FROM delta GROUP BY 1
    ON CONFLICT (day) DO UPDATE SET orders = kept.orders + excluded.orders, gross = kept.gross + excluded.gross,
      discounts = kept.discounts + excluded.discounts, tax = kept.tax + excluded.tax,
      delivery_fees = kept.delivery_fees + excluded.delivery_fees, cancelled = kept.cancelled + excluded.cancelled,
      preparation = kept.preparation + excluded.preparation, prepared = kept.prepared + excluded.prepared,
      delivery = kept.delivery + excluded.delivery, delivered = kept.delivered + excluded.delivered,
      with_slot = kept.with_slot + excluded.with_slot, on_time = kept.on_time + excluded.on_time,
      commission = kept.commission + excluded.commission, payout = kept.payout + excluded.payout,
      refunds = kept.refunds + excluded.refunds, returns = kept.returns + excluded.returns,
      refunded_tax = kept.refunded_tax + excluded.refunded_tax,
      refunded_delivery_fees = kept.refunded_delivery_fees + excluded.refunded_delivery_fees,
      promotion_discounts = kept.promotion_discounts + excluded.promotion_discounts,
      delivery_discounts = kept.delivery_discounts + excluded.delivery_discounts
  )
  SELECT array_agg(DISTINCT location_id) INTO changed FROM delta;
  PERFORM announce('reports', 'added', NULL, location_id, 'location_report') FROM unnest(changed) AS location_id;
END $$;
REVOKE ALL ON FUNCTION recount_figures FROM aisle_located;
