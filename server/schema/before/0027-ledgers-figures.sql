-- Sums of sales, refunds and waste by the day at the location, which reports and the dashboard read instead of orders.
--
-- Whatever changes a figure also inserts the difference, in the same transaction: an insert waits for nobody, so orders
-- of one location never queue for its sums. A job adds the differences up by day; readers add those that are left.

-- The same as soldStatuses in the contract; a test compares them.
CREATE FUNCTION is_sold(status text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT status NOT IN ('pending', 'cancelled', 'rejected', 'failed', 'expired')
$$;

-- A replacement for returned goods: free, and no sale.
ALTER TABLE orders ADD COLUMN is_replacement boolean NOT NULL DEFAULT false;
ALTER TABLE orders DISABLE TRIGGER USER;
UPDATE orders o SET is_replacement = true FROM returns r
WHERE r.location_id = o.location_id AND r.replacement_order_id = o.id;
ALTER TABLE orders ENABLE TRIGGER USER;

CREATE TABLE figure_days (
  location_id uuid NOT NULL REFERENCES locations,
  day date NOT NULL,
  orders bigint NOT NULL DEFAULT 0,
  gross bigint NOT NULL DEFAULT 0,
  discounts bigint NOT NULL DEFAULT 0,
  tax bigint NOT NULL DEFAULT 0,
  delivery_fees bigint NOT NULL DEFAULT 0,
  cancelled bigint NOT NULL DEFAULT 0,
  -- Seconds, and over how many orders.
  preparation bigint NOT NULL DEFAULT 0,
  prepared bigint NOT NULL DEFAULT 0,
  delivery bigint NOT NULL DEFAULT 0,
  delivered bigint NOT NULL DEFAULT 0,
  -- Deliveries with a slot, and how many of them were on time.
  with_slot bigint NOT NULL DEFAULT 0,
  on_time bigint NOT NULL DEFAULT 0,
  commission bigint NOT NULL DEFAULT 0,
  payout bigint NOT NULL DEFAULT 0,
  refunds bigint NOT NULL DEFAULT 0,
  returns bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (location_id, day)
);
SELECT keep_to_locations('figure_days');

-- Quantities are in thousandths, as whole numbers add up faster.
CREATE TABLE product_figure_days (
  location_id uuid NOT NULL,
  day date NOT NULL,
  sub_product_id uuid NOT NULL,
  units bigint NOT NULL DEFAULT 0,
  revenue bigint NOT NULL DEFAULT 0,
  cost bigint NOT NULL DEFAULT 0,
  refunded_units bigint NOT NULL DEFAULT 0,
  returns bigint NOT NULL DEFAULT 0,
  waste bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (location_id, day, sub_product_id)
);
SELECT keep_to_locations('product_figure_days');
-- The same by month, and both of all locations together: a period is read as its whole months and the days around them.
CREATE TABLE product_figure_months (
  LIKE product_figure_days INCLUDING DEFAULTS,
  PRIMARY KEY (location_id, day, sub_product_id)
);
SELECT keep_to_locations('product_figure_months');
CREATE TABLE all_product_figure_days (LIKE product_figure_days INCLUDING DEFAULTS);
ALTER TABLE all_product_figure_days DROP COLUMN location_id, ADD PRIMARY KEY (day, sub_product_id);
CREATE TABLE all_product_figure_months (
  LIKE all_product_figure_days INCLUDING DEFAULTS,
  PRIMARY KEY (day, sub_product_id)
);
-- The best sellers of a month.
CREATE INDEX all_product_figure_months_by_revenue ON all_product_figure_months (day, revenue DESC);
-- What is on hand at all locations together, in thousandths, and what that cost, in thousandths of cents.
CREATE TABLE all_product_stock (
  sub_product_id uuid PRIMARY KEY,
  stock bigint NOT NULL DEFAULT 0,
  worth bigint NOT NULL DEFAULT 0
);
COMMENT ON COLUMN product_figure_months.day IS 'The first day of the month.';
COMMENT ON COLUMN all_product_figure_months.day IS 'The first day of the month.';

-- Differences that aren't part of the sums yet, with the instant whose day at the location they belong to.
CREATE TABLE figure_changes (LIKE figure_days INCLUDING DEFAULTS)
WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
ALTER TABLE figure_changes DROP COLUMN day, ADD COLUMN at timestamptz NOT NULL;
SELECT keep_to_locations('figure_changes');
CREATE TABLE product_figure_changes (LIKE product_figure_days INCLUDING DEFAULTS)
WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
ALTER TABLE product_figure_changes DROP COLUMN day, ADD COLUMN at timestamptz NOT NULL,
  ADD COLUMN stock bigint NOT NULL DEFAULT 0, ADD COLUMN worth bigint NOT NULL DEFAULT 0;
SELECT keep_to_locations('product_figure_changes');
-- Locations whose days begin at another time than when they were summed.
CREATE TABLE figure_rezoned (location_id uuid PRIMARY KEY REFERENCES locations);
SELECT keep_to_locations('figure_rezoned');

-- Only the functions below write them.
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON figure_days, product_figure_days, product_figure_months,
  all_product_figure_days, all_product_figure_months, all_product_stock, figure_changes, product_figure_changes,
  figure_rezoned FROM aisle_all, aisle_located;
REVOKE ALL ON all_product_figure_days, all_product_figure_months, all_product_stock FROM aisle_located;

-- What a day is counted from besides orders, journals and returns, which have such an index.
CREATE INDEX refunds_of_sales ON refunds (location_id, refunded_at) WHERE of_sale AND status = 'refunded';
CREATE INDEX stock_movements_wasted ON stock_movements (location_id, created_at) WHERE kind IN ('waste', 'damage');

-- The one definition of each figure of an order, by the day it was placed.
CREATE FUNCTION figures_of_order(o orders) RETURNS TABLE (orders bigint, gross bigint, discounts bigint, tax bigint,
  delivery_fees bigint, cancelled bigint, preparation bigint, prepared bigint, delivery bigint, delivered bigint,
  with_slot bigint, on_time bigint) LANGUAGE sql IMMUTABLE ROWS 1 AS $$
  SELECT sold::bigint, sold * o.total, sold * o.discount_total, sold * o.tax_total, sold * o.delivery_fee,
    CASE WHEN is_called_off(o.status) AND NOT o.is_replacement THEN 1 ELSE 0 END::bigint,
    coalesce(sold * extract(epoch FROM o.prepared_at - o.processing_at)::bigint, 0),
    CASE WHEN o.prepared_at IS NOT NULL AND o.processing_at IS NOT NULL THEN sold ELSE 0 END::bigint,
    coalesce(brought * extract(epoch FROM o.delivered_at - o.out_at)::bigint, 0),
    CASE WHEN o.delivered_at IS NOT NULL AND o.out_at IS NOT NULL THEN brought ELSE 0 END::bigint,
    CASE WHEN o.slot_to IS NOT NULL THEN brought ELSE 0 END::bigint,
    CASE WHEN o.delivered_at <= o.slot_to THEN brought ELSE 0 END::bigint
  FROM (SELECT CASE WHEN is_sold(o.status) AND NOT o.is_replacement THEN 1 ELSE 0 END AS sold,
    CASE WHEN o.status = 'delivered' AND o.fulfilment = 'delivery' AND NOT o.is_replacement THEN 1 ELSE 0 END AS brought) AS one
$$;
CREATE FUNCTION line_units(removed boolean, picked numeric, ordered numeric) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN removed THEN 0 ELSE (coalesce(picked, ordered) * 1000)::bigint END
$$;
CREATE FUNCTION cost_of(on_hand numeric, cost_price bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT round(-on_hand * coalesce(cost_price, 0))::bigint
$$;
CREATE FUNCTION worth_of(on_hand numeric, cost_price bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (on_hand * 1000)::bigint * coalesce(cost_price, 0)
$$;
-- What an order sold, and what that cost: what is put back into its lot after picking costs nothing.
CREATE FUNCTION product_figures_of_order(place uuid, order_id uuid)
RETURNS TABLE (sub_product_id uuid, units bigint, revenue bigint, cost bigint) LANGUAGE sql STABLE ROWS 20 AS $$
  SELECT n.sub_product_id, line_units(n.removed, n.picked_quantity, n.quantity), n.total - n.tax, 0::bigint
  FROM order_lines n WHERE n.location_id = place AND n.order_id = product_figures_of_order.order_id
  UNION ALL
  SELECT m.sub_product_id, 0, 0, cost_of(m.on_hand, l.cost_price)
  FROM stock_movements m JOIN lots l ON l.location_id = m.location_id AND l.id = m.lot_id
  WHERE m.location_id = place AND m.order_id = product_figures_of_order.order_id
    AND m.kind IN ('pick', 'return') AND m.cause_kind = 'order'
$$;
-- Units that a refund takes back: half the price of a line is half its units.
CREATE FUNCTION product_figures_of_refund(r refunds) RETURNS TABLE (sub_product_id uuid, refunded_units bigint)
LANGUAGE sql STABLE ROWS 5 AS $$
  SELECT n.sub_product_id, CASE WHEN n.total = 0 THEN 0 ELSE round(line_units(n.removed, n.picked_quantity, n.quantity)
    * (part ->> 'amount')::numeric / n.total)::bigint END
  FROM jsonb_array_elements(r.lines) AS part JOIN order_lines n
    ON n.location_id = r.location_id AND n.order_id = r.order_id AND n.id = (part ->> 'lineId')::uuid
$$;

-- Days as instants.
CREATE FUNCTION figure_spans(places uuid[], days date[])
RETURNS TABLE (location_id uuid, day date, starts timestamptz, ends timestamptz) LANGUAGE sql STABLE ROWS 200 AS $$
  SELECT l.id, span.day, span.day::timestamp AT TIME ZONE l.time_zone, (span.day + 1)::timestamp AT TIME ZONE l.time_zone
  FROM unnest(places, days) AS span (location_id, day) JOIN locations l ON l.id = span.location_id
$$;

-- The figures of these days at these locations, counted over the raw tables: what the sums are compared with.
CREATE FUNCTION raw_figures(places uuid[], days date[]) RETURNS SETOF figure_days LANGUAGE sql STABLE ROWS 200 AS $$
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

CREATE FUNCTION raw_product_figures(places uuid[], days date[]) RETURNS SETOF product_figure_days
LANGUAGE sql STABLE ROWS 10000 AS $$
  WITH span AS MATERIALIZED (SELECT * FROM figure_spans(places, days)), sold AS MATERIALIZED (
    SELECT span.location_id, span.day, o.id FROM span JOIN orders o ON o.location_id = span.location_id
      AND o.created_at >= span.starts AND o.created_at < span.ends
    WHERE is_sold(o.status) AND NOT o.is_replacement
  ), figures AS (
    SELECT sold.location_id, sold.day, one.*, 0::bigint AS refunded_units, 0::bigint AS returns, 0::bigint AS waste
    FROM sold CROSS JOIN LATERAL product_figures_of_order(sold.location_id, sold.id) one
    UNION ALL
    SELECT span.location_id, span.day, one.sub_product_id, 0, 0, 0, one.refunded_units, 0, 0
    FROM span JOIN refunds r ON r.location_id = span.location_id AND r.of_sale AND r.status = 'refunded'
      AND r.refunded_at >= span.starts AND r.refunded_at < span.ends
    CROSS JOIN LATERAL product_figures_of_refund(r) one
    UNION ALL
    SELECT span.location_id, span.day, n.sub_product_id, 0, 0, 0, 0, 1, 0
    FROM span JOIN returns r ON r.location_id = span.location_id
      AND r.created_at >= span.starts AND r.created_at < span.ends
    JOIN return_lines back ON back.location_id = r.location_id AND back.return_id = r.id
    JOIN order_lines n ON n.location_id = back.location_id AND n.order_id = back.order_id AND n.id = back.line_id
    UNION ALL
    SELECT span.location_id, span.day, m.sub_product_id, 0, 0, 0, 0, 0, (-m.on_hand * 1000)::bigint
    FROM span JOIN stock_movements m ON m.location_id = span.location_id AND m.kind IN ('waste', 'damage')
      AND m.created_at >= span.starts AND m.created_at < span.ends
  )
  SELECT location_id, day, sub_product_id, sum(units)::bigint AS units, sum(revenue)::bigint AS revenue, sum(cost)::bigint AS cost,
    sum(refunded_units)::bigint AS refunded_units, sum(returns)::bigint AS returns, sum(waste)::bigint AS
    waste
  FROM figures GROUP BY 1, 2, 3
$$;

-- Adds differences of products to their sums: by day and by month, of the location and of all together.
CREATE FUNCTION add_product_figures(differences product_figure_days[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO product_figure_days AS kept SELECT * FROM unnest(differences)
  ON CONFLICT (location_id, day, sub_product_id) DO UPDATE SET units = kept.units + excluded.units, revenue = kept.revenue + excluded.revenue, cost = kept.cost +
    excluded.cost, refunded_units = kept.refunded_units + excluded.refunded_units, returns = kept.returns +
    excluded.returns, waste = kept.waste + excluded.waste;
  INSERT INTO product_figure_months AS kept
  SELECT location_id, date_trunc('month', day)::date, sub_product_id, sum(units)::bigint AS units, sum(revenue)::bigint AS revenue, sum(cost)::bigint AS cost,
    sum(refunded_units)::bigint AS refunded_units, sum(returns)::bigint AS returns, sum(waste)::bigint AS
    waste
  FROM unnest(differences) GROUP BY 1, 2, 3
  ON CONFLICT (location_id, day, sub_product_id) DO UPDATE SET units = kept.units + excluded.units, revenue = kept.revenue + excluded.revenue, cost = kept.cost +
    excluded.cost, refunded_units = kept.refunded_units + excluded.refunded_units, returns = kept.returns +
    excluded.returns, waste = kept.waste + excluded.waste;
  INSERT INTO all_product_figure_days AS kept
  SELECT day, sub_product_id, sum(units)::bigint AS units, sum(revenue)::bigint AS revenue, sum(cost)::bigint AS cost,
    sum(refunded_units)::bigint AS refunded_units, sum(returns)::bigint AS returns, sum(waste)::bigint AS
    waste
  FROM unnest(differences) GROUP BY 1, 2
  ON CONFLICT (day, sub_product_id) DO UPDATE SET units = kept.units + excluded.units, revenue = kept.revenue + excluded.revenue, cost = kept.cost +
    excluded.cost, refunded_units = kept.refunded_units + excluded.refunded_units, returns = kept.returns +
    excluded.returns, waste = kept.waste + excluded.waste;
  INSERT INTO all_product_figure_months AS kept
  SELECT date_trunc('month', day)::date, sub_product_id, sum(units)::bigint AS units, sum(revenue)::bigint AS revenue, sum(cost)::bigint AS cost,
    sum(refunded_units)::bigint AS refunded_units, sum(returns)::bigint AS returns, sum(waste)::bigint AS
    waste
  FROM unnest(differences) GROUP BY 1, 2
  ON CONFLICT (day, sub_product_id) DO UPDATE SET units = kept.units + excluded.units, revenue = kept.revenue + excluded.revenue, cost = kept.cost +
    excluded.cost, refunded_units = kept.refunded_units + excluded.refunded_units, returns = kept.returns +
    excluded.returns, waste = kept.waste + excluded.waste;
END $$;

-- Adds up to so many differences to the sums; returns whether there are more. One call at a time: two would wait for
-- each other's rows in any sequence.
CREATE FUNCTION add_figure_changes(most integer) RETURNS boolean
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

-- Counts days of a location anew. Each statement takes the differences that are left together with what it counts, so
-- that both are of one moment.
CREATE FUNCTION recount_figures(place uuid, days date[]) RETURNS void
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

-- The days of a location with anything to count, up to today.
CREATE FUNCTION figure_days_of(place uuid) RETURNS date[] LANGUAGE sql STABLE
SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT array_agg(span.day::date) FROM locations l CROSS JOIN LATERAL generate_series(
    least(
      (least(
        (SELECT min(created_at) FROM orders WHERE location_id = l.id),
        (SELECT min(created_at) FROM returns WHERE location_id = l.id),
        (SELECT min(refunded_at) FROM refunds WHERE location_id = l.id AND of_sale AND status = 'refunded'),
        (SELECT min(posted_at) FROM ledger_entries WHERE location_id = l.id AND account = 'locationPayable'),
        (SELECT min(posted_at) FROM ledger_entries WHERE location_id = l.id AND account = 'commissionIncome'),
        (SELECT min(created_at) FROM stock_movements WHERE location_id = l.id AND kind IN ('waste', 'damage'))
      ) AT TIME ZONE l.time_zone)::date,
      (SELECT min(day) FROM figure_days WHERE location_id = l.id),
      (SELECT min(day) FROM product_figure_days WHERE location_id = l.id)),
    greatest((now() AT TIME ZONE l.time_zone)::date, (SELECT max(day) FROM figure_days WHERE location_id = l.id)),
    interval '1 day') AS span (day)
  WHERE l.id = place
$$;

-- Makes the sums of months and of all locations anew from those of days, and the stock of all from the lots.
CREATE FUNCTION sum_up_product_figures() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(4151200127);
  TRUNCATE product_figure_months, all_product_figure_days, all_product_figure_months;
  DELETE FROM all_product_stock;
  INSERT INTO all_product_stock
  SELECT sub_product_id, sum(stock), sum(worth) FROM (
    SELECT sub_product_id, (on_hand * 1000)::bigint AS stock, worth_of(on_hand, cost_price) AS worth FROM lots WHERE in_stock
    UNION ALL SELECT sub_product_id, -stock, -worth FROM product_figure_changes
  ) held GROUP BY 1;
  INSERT INTO product_figure_months
  SELECT location_id, date_trunc('month', day)::date AS month, sub_product_id, sum(units)::bigint AS units, sum(revenue)::bigint AS revenue, sum(cost)::bigint AS cost,
    sum(refunded_units)::bigint AS refunded_units, sum(returns)::bigint AS returns, sum(waste)::bigint AS
    waste
  FROM product_figure_days GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;
  INSERT INTO all_product_figure_days
  SELECT day, sub_product_id, sum(units)::bigint AS units, sum(revenue)::bigint AS revenue, sum(cost)::bigint AS cost,
    sum(refunded_units)::bigint AS refunded_units, sum(returns)::bigint AS returns, sum(waste)::bigint AS
    waste
  FROM product_figure_days GROUP BY 1, 2 ORDER BY 1, 2;
  INSERT INTO all_product_figure_months
  SELECT date_trunc('month', day)::date AS month, sub_product_id, sum(units)::bigint AS units, sum(revenue)::bigint AS revenue, sum(cost)::bigint AS cost,
    sum(refunded_units)::bigint AS refunded_units, sum(returns)::bigint AS returns, sum(waste)::bigint AS
    waste
  FROM all_product_figure_days GROUP BY 1, 2 ORDER BY 1, 2;
END $$;

-- Counts everything anew: for a database that already holds orders.
CREATE FUNCTION fill_figures() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  place uuid;
  days date[];
  places uuid[];
BEGIN
  TRUNCATE figure_days, product_figure_days, figure_changes, product_figure_changes, figure_rezoned;
  FOR place IN SELECT id FROM locations ORDER BY id LOOP
    days := figure_days_of(place);
    CONTINUE WHEN days IS NULL;
    places := array_fill(place, ARRAY[cardinality(days)]);
    INSERT INTO figure_days SELECT * FROM raw_figures(places, days);
    INSERT INTO product_figure_days SELECT * FROM raw_product_figures(places, days) ORDER BY day, sub_product_id;
  END LOOP;
  PERFORM sum_up_product_figures();
END $$;

-- Counts a location anew whose time zone was changed; returns whether there was one.
CREATE FUNCTION recount_rezoned() RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  place uuid;
  days date[];
BEGIN
  PERFORM pg_advisory_xact_lock(4151200127);
  DELETE FROM figure_rezoned WHERE location_id = (SELECT location_id FROM figure_rezoned LIMIT 1)
  RETURNING location_id INTO place;
  IF place IS NULL THEN RETURN false; END IF;
  days := figure_days_of(place);
  IF days IS NOT NULL THEN PERFORM recount_figures(place, days); END IF;
  RETURN true;
END $$;
REVOKE EXECUTE ON FUNCTION add_product_figures, add_figure_changes, recount_figures, figure_days_of, fill_figures,
  sum_up_product_figures, recount_rezoned FROM aisle_located;
REVOKE EXECUTE ON FUNCTION fill_figures, add_product_figures FROM aisle_all;

-- What an order adds to the figures, and what it takes away from those of its lines when it stops being a sale.
CREATE FUNCTION note_order_figures() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  was_sold boolean := TG_OP = 'UPDATE' AND is_sold(OLD.status);
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.created_at = NEW.created_at THEN
    INSERT INTO figure_changes (location_id, at, orders, gross, discounts, tax, delivery_fees, cancelled, preparation, prepared, delivery, delivered,
      with_slot, on_time)
    SELECT NEW.location_id, NEW.created_at, n.orders - o.orders, n.gross - o.gross, n.discounts - o.discounts, n.tax - o.tax, n.delivery_fees -
      o.delivery_fees, n.cancelled - o.cancelled, n.preparation - o.preparation, n.prepared - o.prepared,
      n.delivery - o.delivery, n.delivered - o.delivered, n.with_slot - o.with_slot, n.on_time - o.on_time
    FROM figures_of_order(NEW) n, figures_of_order(OLD) o WHERE n IS DISTINCT FROM o;
  ELSE
    INSERT INTO figure_changes (location_id, at, orders, gross, discounts, tax, delivery_fees, cancelled, preparation, prepared, delivery, delivered,
      with_slot, on_time)
    SELECT NEW.location_id, NEW.created_at, n.* FROM figures_of_order(NEW) n;
    IF TG_OP = 'UPDATE' THEN
      INSERT INTO figure_changes (location_id, at, orders, gross, discounts, tax, delivery_fees, cancelled, preparation, prepared, delivery, delivered,
        with_slot, on_time)
      SELECT OLD.location_id, OLD.created_at, -o.orders, -o.gross, -o.discounts, -o.tax, -o.delivery_fees, -o.cancelled, -o.preparation, -o.prepared,
        -o.delivery, -o.delivered, -o.with_slot, -o.on_time
      FROM figures_of_order(OLD) o;
    END IF;
  END IF;
  -- The lines of a new order add theirs when they are inserted; where history is entered, its picks may be there already.
  IF TG_OP = 'INSERT' AND NEW.prepared_at IS NOT NULL AND is_sold(NEW.status) THEN
    INSERT INTO product_figure_changes (location_id, at, sub_product_id, cost)
    SELECT NEW.location_id, NEW.created_at, one.sub_product_id, one.cost
    FROM product_figures_of_order(NEW.location_id, NEW.id) one WHERE one.cost <> 0;
  END IF;
  IF TG_OP = 'INSERT' OR was_sold = is_sold(NEW.status) AND OLD.created_at = NEW.created_at THEN RETURN NULL; END IF;
  INSERT INTO product_figure_changes (location_id, at, sub_product_id, units, revenue, cost)
  SELECT NEW.location_id, now_or_then.at, one.sub_product_id, now_or_then.sign * one.units, now_or_then.sign * one.revenue,
    now_or_then.sign * one.cost
  FROM (VALUES (OLD.created_at, -1, was_sold), (NEW.created_at, 1, is_sold(NEW.status))) AS now_or_then (at, sign, counts)
  CROSS JOIN product_figures_of_order(NEW.location_id, NEW.id) one WHERE now_or_then.counts;
  RETURN NULL;
END $$;
CREATE TRIGGER note_figures_added AFTER INSERT ON orders FOR EACH ROW
WHEN (NOT NEW.is_replacement AND NEW.status <> 'pending') EXECUTE FUNCTION note_order_figures();
CREATE TRIGGER note_figures_changed AFTER UPDATE ON orders FOR EACH ROW
WHEN (NOT NEW.is_replacement AND (is_sold(OLD.status), is_called_off(OLD.status), OLD.status = 'delivered', OLD.total,
    OLD.discount_total, OLD.tax_total, OLD.delivery_fee, OLD.prepared_at, OLD.delivered_at, OLD.slot_to, OLD.created_at)
  IS DISTINCT FROM (is_sold(NEW.status), is_called_off(NEW.status), NEW.status = 'delivered', NEW.total,
    NEW.discount_total, NEW.tax_total, NEW.delivery_fee, NEW.prepared_at, NEW.delivered_at, NEW.slot_to, NEW.created_at))
EXECUTE FUNCTION note_order_figures();

CREATE FUNCTION note_line_figures() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO product_figure_changes (location_id, at, sub_product_id, units, revenue)
  SELECT n.location_id, o.created_at, n.sub_product_id, line_units(n.removed, n.picked_quantity, n.quantity), n.total - n.tax
  FROM added n JOIN orders o ON o.location_id = n.location_id AND o.id = n.order_id
  WHERE is_sold(o.status) AND NOT o.is_replacement;
  RETURN NULL;
END $$;
CREATE TRIGGER note_figures_added AFTER INSERT ON order_lines REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION note_line_figures();
CREATE FUNCTION note_changed_line_figures() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO product_figure_changes (location_id, at, sub_product_id, units, revenue)
  SELECT NEW.location_id, o.created_at, NEW.sub_product_id, line_units(NEW.removed, NEW.picked_quantity, NEW.quantity)
    - line_units(OLD.removed, OLD.picked_quantity, OLD.quantity), NEW.total - NEW.tax - OLD.total + OLD.tax
  FROM orders o WHERE o.location_id = NEW.location_id AND o.id = NEW.order_id AND is_sold(o.status) AND NOT o.is_replacement;
  RETURN NULL;
END $$;
CREATE TRIGGER note_figures_changed AFTER UPDATE ON order_lines FOR EACH ROW
WHEN (line_units(OLD.removed, OLD.picked_quantity, OLD.quantity) <> line_units(NEW.removed, NEW.picked_quantity, NEW.quantity)
  OR OLD.total - OLD.tax <> NEW.total - NEW.tax) EXECUTE FUNCTION note_changed_line_figures();

CREATE FUNCTION note_moved_figures() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- Reservations move nothing.
  IF NOT EXISTS (SELECT FROM moved WHERE moved.on_hand <> 0) THEN RETURN NULL; END IF;
  INSERT INTO product_figure_changes (location_id, at, sub_product_id, cost, waste, stock, worth)
  SELECT m.location_id, coalesce(o.created_at, m.created_at), m.sub_product_id,
    CASE WHEN o.id IS NOT NULL THEN cost_of(m.on_hand, l.cost_price) ELSE 0 END, 0,
    (m.on_hand * 1000)::bigint, worth_of(m.on_hand, l.cost_price)
  FROM moved m JOIN lots l ON l.location_id = m.location_id AND l.id = m.lot_id
  LEFT JOIN orders o ON o.location_id = m.location_id AND o.id = m.order_id AND m.kind IN ('pick', 'return')
    AND m.cause_kind = 'order' AND is_sold(o.status) AND NOT o.is_replacement
  UNION ALL
  SELECT m.location_id, m.created_at, m.sub_product_id, 0, (-m.on_hand * 1000)::bigint, 0, 0
  FROM moved m WHERE m.kind IN ('waste', 'damage');
  RETURN NULL;
END $$;
CREATE TRIGGER note_figures_added AFTER INSERT ON stock_movements REFERENCING NEW TABLE AS moved
FOR EACH STATEMENT EXECUTE FUNCTION note_moved_figures();
-- The cost of a lot is corrected: so is what was picked from it.
CREATE FUNCTION note_cost_figures() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO product_figure_changes (location_id, at, sub_product_id, cost, worth)
  SELECT m.location_id, o.created_at, m.sub_product_id,
    cost_of(m.on_hand, NEW.cost_price) - cost_of(m.on_hand, OLD.cost_price), 0
  FROM stock_movements m JOIN orders o ON o.location_id = m.location_id AND o.id = m.order_id
  WHERE m.location_id = NEW.location_id AND m.lot_id = NEW.id AND m.kind IN ('pick', 'return') AND m.cause_kind = 'order'
    AND is_sold(o.status) AND NOT o.is_replacement
  UNION ALL
  SELECT NEW.location_id, now(), NEW.sub_product_id, 0,
    worth_of(NEW.on_hand, NEW.cost_price) - worth_of(NEW.on_hand, OLD.cost_price);
  RETURN NULL;
END $$;
CREATE TRIGGER note_figures_changed AFTER UPDATE OF cost_price ON lots FOR EACH ROW
WHEN (OLD.cost_price IS DISTINCT FROM NEW.cost_price) EXECUTE FUNCTION note_cost_figures();

CREATE FUNCTION note_posted_figures() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO figure_changes (location_id, at, commission, payout)
  SELECT location_id, posted_at, coalesce(-sum(amount) FILTER (WHERE account = 'commissionIncome' AND amount < 0), 0),
    coalesce(-sum(amount) FILTER (WHERE account = 'locationPayable' AND part <> 'payout'), 0)
  FROM posted WHERE account IN ('commissionIncome', 'locationPayable') GROUP BY 1, 2;
  RETURN NULL;
END $$;
CREATE TRIGGER note_figures_added AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS posted
FOR EACH STATEMENT EXECUTE FUNCTION note_posted_figures();

CREATE FUNCTION note_refund_figures() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.of_sale AND OLD.status = 'refunded' THEN
    INSERT INTO figure_changes (location_id, at, refunds) VALUES (OLD.location_id, OLD.refunded_at, -OLD.amount);
    INSERT INTO product_figure_changes (location_id, at, sub_product_id, refunded_units)
    SELECT OLD.location_id, OLD.refunded_at, one.sub_product_id, -one.refunded_units FROM product_figures_of_refund(OLD) one;
  END IF;
  IF NEW.of_sale AND NEW.status = 'refunded' THEN
    INSERT INTO figure_changes (location_id, at, refunds) VALUES (NEW.location_id, NEW.refunded_at, NEW.amount);
    INSERT INTO product_figure_changes (location_id, at, sub_product_id, refunded_units)
    SELECT NEW.location_id, NEW.refunded_at, one.sub_product_id, one.refunded_units FROM product_figures_of_refund(NEW) one;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER note_figures_added AFTER INSERT ON refunds FOR EACH ROW
WHEN (NEW.of_sale AND NEW.status = 'refunded') EXECUTE FUNCTION note_refund_figures();
CREATE TRIGGER note_figures_changed AFTER UPDATE ON refunds FOR EACH ROW
WHEN ((OLD.status, OLD.refunded_at, OLD.amount) IS DISTINCT FROM (NEW.status, NEW.refunded_at, NEW.amount)
  AND 'refunded' IN (OLD.status, NEW.status)) EXECUTE FUNCTION note_refund_figures();

CREATE FUNCTION note_return_figures() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO figure_changes (location_id, at, returns) VALUES (NEW.location_id, NEW.created_at, 1);
  IF TG_OP = 'INSERT' THEN RETURN NULL; END IF;
  INSERT INTO figure_changes (location_id, at, returns) VALUES (OLD.location_id, OLD.created_at, -1);
  INSERT INTO product_figure_changes (location_id, at, sub_product_id, returns)
  SELECT n.location_id, moved.at, n.sub_product_id, moved.sign
  FROM (VALUES (OLD.created_at, -1), (NEW.created_at, 1)) AS moved (at, sign) CROSS JOIN return_lines back
  JOIN order_lines n ON n.location_id = back.location_id AND n.order_id = back.order_id AND n.id = back.line_id
  WHERE back.location_id = NEW.location_id AND back.return_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER note_figures_added AFTER INSERT ON returns FOR EACH ROW EXECUTE FUNCTION note_return_figures();
CREATE TRIGGER note_figures_changed AFTER UPDATE OF created_at ON returns FOR EACH ROW
WHEN (OLD.created_at <> NEW.created_at) EXECUTE FUNCTION note_return_figures();
CREATE FUNCTION note_return_line_figures() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO product_figure_changes (location_id, at, sub_product_id, returns)
  SELECT n.location_id, r.created_at, n.sub_product_id, 1
  FROM added back JOIN returns r ON r.location_id = back.location_id AND r.id = back.return_id
  JOIN order_lines n ON n.location_id = back.location_id AND n.order_id = back.order_id AND n.id = back.line_id;
  RETURN NULL;
END $$;
CREATE TRIGGER note_figures_added AFTER INSERT ON return_lines REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION note_return_line_figures();

-- In another time zone all days begin at another time: the location is counted anew by a job.
CREATE FUNCTION note_time_zone() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO figure_rezoned VALUES (NEW.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER note_time_zone AFTER UPDATE OF time_zone ON locations FOR EACH ROW
WHEN (OLD.time_zone <> NEW.time_zone) EXECUTE FUNCTION note_time_zone();

SELECT fill_figures();
