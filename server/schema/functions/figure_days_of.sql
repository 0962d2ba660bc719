-- Returns all days of a location from its first event or total to today, or to its last total if that is later. Returns
-- null if the location has neither.
CREATE OR REPLACE FUNCTION figure_days_of(place uuid) RETURNS date[] LANGUAGE sql STABLE
SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT array_agg(span.day::date) FROM locations l CROSS JOIN LATERAL generate_series(
    least(
      (least(
        (SELECT min(created_at) FROM orders WHERE location_id = l.id),
        (SELECT min(created_at) FROM returns WHERE location_id = l.id),
        (SELECT min(refunded_at) FROM refunds WHERE location_id = l.id AND of_sale AND refunded_at IS NOT NULL),
        (SELECT min(posted_at) FROM ledger_entries WHERE location_id = l.id AND account = 'locationPayable'),
        (SELECT min(posted_at) FROM ledger_entries WHERE location_id = l.id AND account = 'commissionIncome'),
        (SELECT min(created_at) FROM stock_movements WHERE location_id = l.id AND kind IN ('waste', 'damage')),
        (SELECT min(sold_at) FROM counter_sales WHERE location_id = l.id)
      ) AT TIME ZONE l.time_zone)::date,
      (SELECT min(day) FROM figure_days WHERE location_id = l.id),
      (SELECT min(day) FROM product_figure_days WHERE location_id = l.id)),
    greatest((now() AT TIME ZONE l.time_zone)::date, (SELECT max(day) FROM figure_days WHERE location_id = l.id),
      (SELECT max(day) FROM product_figure_days WHERE location_id = l.id)),
    interval '1 day') AS span (day)
  WHERE l.id = place
$$;
REVOKE ALL ON FUNCTION figure_days_of FROM aisle_located;
