-- Returns the totals of a day at a location, counted from the raw tables. Readers of few columns skip the joins that they
-- don't need.
CREATE OR REPLACE FUNCTION raw_figures(place uuid, of_day date) RETURNS SETOF figure_days LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT place, of_day, sold.orders, sold.gross, sold.discounts, sold.tax, sold.delivery_fees, sold.cancelled, sold.preparation,
    sold.prepared, sold.delivery, sold.delivered, sold.with_slot, sold.on_time, posted.commission, posted.payout,
    refunded.refunds, returned.returns
  FROM figure_span(place, of_day) span
  LEFT JOIN LATERAL (
    SELECT coalesce(sum(one.orders), 0)::bigint AS orders, coalesce(sum(one.gross), 0)::bigint AS gross,
      coalesce(sum(one.discounts), 0)::bigint AS discounts, coalesce(sum(one.tax), 0)::bigint AS tax,
      coalesce(sum(one.delivery_fees), 0)::bigint AS delivery_fees,
      coalesce(sum(one.cancelled), 0)::bigint AS cancelled, coalesce(sum(one.preparation), 0)::bigint AS preparation,
      coalesce(sum(one.prepared), 0)::bigint AS prepared, coalesce(sum(one.delivery), 0)::bigint AS delivery,
      coalesce(sum(one.delivered), 0)::bigint AS delivered, coalesce(sum(one.with_slot), 0)::bigint AS with_slot,
      coalesce(sum(one.on_time), 0)::bigint AS on_time
    FROM orders o CROSS JOIN LATERAL figures_of_order(o) one
    WHERE o.location_id = place AND o.created_at >= span.starts AND o.created_at < span.ends
  ) sold ON true
  LEFT JOIN LATERAL (
    SELECT coalesce(-sum(e.amount) FILTER (WHERE e.account = 'commissionIncome' AND e.amount < 0), 0)::bigint AS commission,
      coalesce(-sum(e.amount) FILTER (WHERE e.account = 'locationPayable' AND e.part <> 'payout'), 0)::bigint AS payout
    FROM ledger_entries e
    WHERE e.location_id = place AND e.account IN ('commissionIncome', 'locationPayable')
      AND e.posted_at >= span.starts AND e.posted_at < span.ends
  ) posted ON true
  LEFT JOIN LATERAL (
    SELECT coalesce(sum(r.amount), 0)::bigint AS refunds FROM refunds r
    WHERE r.location_id = place AND r.of_sale AND r.status = 'refunded'
      AND r.refunded_at >= span.starts AND r.refunded_at < span.ends
  ) refunded ON true
  LEFT JOIN LATERAL (
    SELECT count(*) AS returns FROM returns r
    WHERE r.location_id = place AND r.created_at >= span.starts AND r.created_at < span.ends
  ) returned ON true
$$;
