-- Returns the totals of a day at a location, counted from the raw tables. This is the only definition of these metrics.
-- PostgreSQL leaves out the joins of columns that a reader doesn't need.
CREATE OR REPLACE FUNCTION raw_figures(place uuid, of_day date) RETURNS SETOF figure_days LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT place, of_day, sold.orders, sold.gross, sold.discounts, sold.tax, sold.delivery_fees, sold.cancelled, sold.preparation,
    sold.prepared, sold.delivery, sold.delivered, sold.with_slot, sold.on_time, posted.commission, posted.payout,
    refunded.refunds, returned.returns, refunded.refunded_tax, refunded.refunded_delivery_fees,
    promoted.discounts - sold.delivery_discounts, sold.delivery_discounts
  FROM figure_span(place, of_day) span
  LEFT JOIN LATERAL (
    SELECT count(*) FILTER (WHERE sold) AS orders, coalesce(sum(total) FILTER (WHERE sold), 0)::bigint AS gross,
      coalesce(sum(discount_total) FILTER (WHERE sold), 0)::bigint AS discounts,
      coalesce(sum(tax_total) FILTER (WHERE sold), 0)::bigint AS tax,
      coalesce(sum(delivery_fee) FILTER (WHERE sold), 0)::bigint AS delivery_fees,
      coalesce(sum(delivery_discount) FILTER (WHERE sold), 0)::bigint AS delivery_discounts,
      count(*) FILTER (WHERE is_called_off(status)) AS cancelled,
      coalesce(sum(extract(epoch FROM prepared_at - processing_at)::bigint) FILTER (WHERE sold), 0)::bigint AS preparation,
      count(prepared_at - processing_at) FILTER (WHERE sold) AS prepared,
      coalesce(sum(extract(epoch FROM delivered_at - out_at)::bigint) FILTER (WHERE brought), 0)::bigint AS delivery,
      count(delivered_at - out_at) FILTER (WHERE brought) AS delivered,
      count(slot_to) FILTER (WHERE brought) AS with_slot,
      count(*) FILTER (WHERE brought AND delivered_at <= slot_to) AS on_time
    FROM (
      SELECT o.*, is_sold(o.status) AS sold, o.status = 'delivered' AND o.fulfilment = 'delivery' AS brought FROM orders o
      WHERE o.location_id = place AND o.created_at >= span.starts AND o.created_at < span.ends AND NOT o.is_replacement
    ) sales
  ) sold ON true
  LEFT JOIN LATERAL (
    SELECT coalesce(sum(u.sold), 0)::bigint AS discounts
    FROM orders o JOIN promotion_uses u ON u.location_id = place AND u.order_id = o.id
    WHERE o.location_id = place AND o.created_at >= span.starts AND o.created_at < span.ends
      AND is_sold(o.status) AND NOT o.is_replacement
  ) promoted ON true
  LEFT JOIN LATERAL (
    -- Sales credit commission, and so do reversed refunds, which are no sales.
    SELECT coalesce(-sum(e.amount) FILTER (WHERE e.account = 'commissionIncome' AND e.amount < 0), 0)::bigint
        - (SELECT coalesce(sum((line.value ->> 'commission')::bigint), 0)::bigint FROM refund_reversals v
          CROSS JOIN jsonb_array_elements(v.lines) AS line
          WHERE v.location_id = place AND v.created_at >= span.starts AND v.created_at < span.ends AND v.repays IS NULL)
        AS commission,
      coalesce(-sum(e.amount) FILTER (WHERE e.account = 'locationPayable' AND e.part <> 'payout'), 0)::bigint AS payout
    FROM ledger_entries e
    WHERE e.location_id = place AND e.account IN ('commissionIncome', 'locationPayable')
      AND e.posted_at >= span.starts AND e.posted_at < span.ends
  ) posted ON true
  LEFT JOIN LATERAL (
    SELECT coalesce(sum(r.sign * r.amount), 0)::bigint AS refunds,
      coalesce(sum(r.sign * r.delivery_fee), 0)::bigint AS refunded_delivery_fees,
      coalesce(sum(r.sign * (SELECT sum((part ->> 'tax')::bigint) FROM jsonb_array_elements(r.lines) part)), 0)::bigint
        AS refunded_tax
    FROM refund_movements r
    WHERE r.location_id = place AND r.moved_at >= span.starts AND r.moved_at < span.ends
  ) refunded ON true
  LEFT JOIN LATERAL (
    SELECT count(*) AS returns FROM returns r
    WHERE r.location_id = place AND r.created_at >= span.starts AND r.created_at < span.ends
  ) returned ON true
$$;
