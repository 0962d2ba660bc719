-- Rebuilds the monthly totals and the daily totals over all locations from each location's daily totals.
CREATE OR REPLACE FUNCTION sum_up_figures() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(4151200127);
  TRUNCATE figure_months, all_figure_days;
  INSERT INTO figure_months
  SELECT location_id, date_trunc('month', day)::date, sum(orders)::bigint, sum(gross)::bigint, sum(discounts)::bigint, sum(tax)::bigint, sum(delivery_fees)::bigint,
    sum(cancelled)::bigint, sum(preparation)::bigint, sum(prepared)::bigint, sum(delivery)::bigint,
    sum(delivered)::bigint, sum(with_slot)::bigint, sum(on_time)::bigint, sum(commission)::bigint, sum(payout)::bigint,
    sum(refunds)::bigint, sum(returns)::bigint, sum(refunded_tax)::bigint, sum(refunded_delivery_fees)::bigint,
      sum(promotion_discounts)::bigint, sum(delivery_discounts)::bigint
  FROM figure_days GROUP BY 1, 2 ORDER BY 1, 2;
  INSERT INTO all_figure_days
  SELECT day, sum(orders)::bigint, sum(gross)::bigint, sum(discounts)::bigint, sum(tax)::bigint, sum(delivery_fees)::bigint,
    sum(cancelled)::bigint, sum(preparation)::bigint, sum(prepared)::bigint, sum(delivery)::bigint,
    sum(delivered)::bigint, sum(with_slot)::bigint, sum(on_time)::bigint, sum(commission)::bigint, sum(payout)::bigint,
    sum(refunds)::bigint, sum(returns)::bigint, sum(refunded_tax)::bigint, sum(refunded_delivery_fees)::bigint,
      sum(promotion_discounts)::bigint, sum(delivery_discounts)::bigint
  FROM figure_days GROUP BY 1 ORDER BY 1;
END $$;
REVOKE ALL ON FUNCTION sum_up_figures FROM aisle_located;
