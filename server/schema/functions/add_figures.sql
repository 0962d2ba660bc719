-- Adds deltas of daily order totals to the monthly totals by location and to the daily totals over all locations.
CREATE OR REPLACE FUNCTION add_figures(differences figure_days[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO figure_months AS kept
  SELECT location_id, date_trunc('month', day)::date, sum(orders)::bigint, sum(gross)::bigint, sum(discounts)::bigint,
    sum(tax)::bigint, sum(delivery_fees)::bigint, sum(cancelled)::bigint, sum(preparation)::bigint,
    sum(prepared)::bigint, sum(delivery)::bigint, sum(delivered)::bigint, sum(with_slot)::bigint, sum(on_time)::bigint,
    sum(commission)::bigint, sum(payout)::bigint, sum(refunds)::bigint, sum(returns)::bigint
  FROM unnest(differences) GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (location_id, day) DO UPDATE SET orders = kept.orders + excluded.orders,
    gross = kept.gross + excluded.gross, discounts = kept.discounts + excluded.discounts, tax = kept.tax + excluded.tax,
    delivery_fees = kept.delivery_fees + excluded.delivery_fees, cancelled = kept.cancelled + excluded.cancelled,
    preparation = kept.preparation + excluded.preparation, prepared = kept.prepared + excluded.prepared,
    delivery = kept.delivery + excluded.delivery, delivered = kept.delivered + excluded.delivered,
    with_slot = kept.with_slot + excluded.with_slot, on_time = kept.on_time + excluded.on_time,
    commission = kept.commission + excluded.commission, payout = kept.payout + excluded.payout,
    refunds = kept.refunds + excluded.refunds, returns = kept.returns + excluded.returns;
  INSERT INTO all_figure_days AS kept
  SELECT day, sum(orders)::bigint, sum(gross)::bigint, sum(discounts)::bigint, sum(tax)::bigint,
    sum(delivery_fees)::bigint, sum(cancelled)::bigint, sum(preparation)::bigint, sum(prepared)::bigint,
    sum(delivery)::bigint, sum(delivered)::bigint, sum(with_slot)::bigint, sum(on_time)::bigint,
    sum(commission)::bigint, sum(payout)::bigint, sum(refunds)::bigint, sum(returns)::bigint
  FROM unnest(differences) GROUP BY 1 ORDER BY 1
  ON CONFLICT (day) DO UPDATE SET orders = kept.orders + excluded.orders,
    gross = kept.gross + excluded.gross, discounts = kept.discounts + excluded.discounts, tax = kept.tax + excluded.tax,
    delivery_fees = kept.delivery_fees + excluded.delivery_fees, cancelled = kept.cancelled + excluded.cancelled,
    preparation = kept.preparation + excluded.preparation, prepared = kept.prepared + excluded.prepared,
    delivery = kept.delivery + excluded.delivery, delivered = kept.delivered + excluded.delivered,
    with_slot = kept.with_slot + excluded.with_slot, on_time = kept.on_time + excluded.on_time,
    commission = kept.commission + excluded.commission, payout = kept.payout + excluded.payout,
    refunds = kept.refunds + excluded.refunds, returns = kept.returns + excluded.returns;
END $$;
REVOKE ALL ON FUNCTION add_figures FROM aisle_all, aisle_located;
