-- Returns the totals of days and locations, counted from the raw tables. Recounts store them, and the nightly check
-- compares them with the maintained totals.
CREATE OR REPLACE FUNCTION raw_figures(places uuid[], days date[]) RETURNS SETOF figure_days LANGUAGE sql STABLE ROWS 200 AS $$
  WITH span AS MATERIALIZED (SELECT * FROM figure_spans(places, days)), sales AS (
    SELECT span.location_id, span.day, sum(one.orders)::bigint AS orders, sum(one.gross)::bigint AS gross, sum(one.discounts)::bigint AS
      discounts, sum(one.tax)::bigint AS tax, sum(one.delivery_fees)::bigint AS delivery_fees,
      sum(one.cancelled)::bigint AS cancelled, sum(one.preparation)::bigint AS preparation,
      sum(one.prepared)::bigint AS prepared, sum(one.delivery)::bigint AS delivery,
      sum(one.delivered)::bigint AS delivered, sum(one.with_slot)::bigint AS with_slot,
      sum(one.on_time)::bigint AS on_time
    FROM span JOIN orders o ON o.location_id = span.location_id
      AND o.created_at >= span.starts AND o.created_at < span.ends
    CROSS JOIN LATERAL figures_of_order(o) one GROUP BY 1, 2
  ), posted AS (
    SELECT span.location_id, span.day,
      -sum(e.amount) FILTER (WHERE e.account = 'commissionIncome' AND e.amount < 0) AS commission,
      -sum(e.amount) FILTER (WHERE e.account = 'locationPayable' AND e.part <> 'payout') AS payout
    FROM span JOIN ledger_entries e ON e.location_id = span.location_id
      AND e.account IN ('commissionIncome', 'locationPayable')
      AND e.posted_at >= span.starts AND e.posted_at < span.ends
    GROUP BY 1, 2
  ), refunded AS (
    SELECT span.location_id, span.day, sum(r.amount) AS refunds
    FROM span JOIN refunds r ON r.location_id = span.location_id AND r.of_sale AND r.status = 'refunded'
      AND r.refunded_at >= span.starts AND r.refunded_at < span.ends
    GROUP BY 1, 2
  ), returned AS (
    SELECT span.location_id, span.day, count(*) AS returns
    FROM span JOIN returns r ON r.location_id = span.location_id
      AND r.created_at >= span.starts AND r.created_at < span.ends
    GROUP BY 1, 2
  )
  SELECT span.location_id, span.day, coalesce(orders, 0), coalesce(gross, 0), coalesce(discounts, 0), coalesce(tax, 0), coalesce(delivery_fees, 0), coalesce(cancelled, 0),
    coalesce(preparation, 0), coalesce(prepared, 0), coalesce(delivery, 0), coalesce(delivered, 0), coalesce(with_slot, 0),
    coalesce(on_time, 0), coalesce(commission, 0), coalesce(payout, 0), coalesce(refunds, 0), coalesce(returns, 0)
  FROM span LEFT JOIN sales USING (location_id, day) LEFT JOIN posted USING (location_id, day)
    LEFT JOIN refunded USING (location_id, day) LEFT JOIN returned USING (location_id, day)
$$;
