-- Returns by how much the stored totals of a day at a location differ from the raw tables. Readers add the deltas of marked
-- days, and recounts store them.
CREATE OR REPLACE FUNCTION figure_deltas(place uuid, of_day date) RETURNS SETOF figure_days
LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT place, of_day, raw.orders - coalesce(kept.orders, 0), raw.gross - coalesce(kept.gross, 0),
    raw.discounts - coalesce(kept.discounts, 0), raw.tax - coalesce(kept.tax, 0),
    raw.delivery_fees - coalesce(kept.delivery_fees, 0), raw.cancelled - coalesce(kept.cancelled, 0),
    raw.preparation - coalesce(kept.preparation, 0), raw.prepared - coalesce(kept.prepared, 0),
    raw.delivery - coalesce(kept.delivery, 0), raw.delivered - coalesce(kept.delivered, 0),
    raw.with_slot - coalesce(kept.with_slot, 0), raw.on_time - coalesce(kept.on_time, 0),
    raw.commission - coalesce(kept.commission, 0), raw.payout - coalesce(kept.payout, 0),
    raw.refunds - coalesce(kept.refunds, 0), raw.returns - coalesce(kept.returns, 0),
    raw.refunded_tax - coalesce(kept.refunded_tax, 0),
    raw.refunded_delivery_fees - coalesce(kept.refunded_delivery_fees, 0),
    raw.promotion_discounts - coalesce(kept.promotion_discounts, 0),
    raw.delivery_discounts - coalesce(kept.delivery_discounts, 0)
  FROM raw_figures(place, of_day) raw LEFT JOIN figure_days kept ON kept.location_id = place AND kept.day = of_day
$$;
