-- The daily sums of locations also by month, and by day over all locations: a dashboard or a report of all of them reads
-- some hundred sums instead of one for each location and day.

CREATE TABLE figure_months (LIKE figure_days INCLUDING DEFAULTS, PRIMARY KEY (location_id, day));
SELECT keep_to_locations('figure_months');
COMMENT ON COLUMN figure_months.day IS 'The first day of the month.';
CREATE TABLE all_figure_days (LIKE figure_days INCLUDING DEFAULTS);
ALTER TABLE all_figure_days DROP COLUMN location_id, ADD PRIMARY KEY (day);
-- Only the functions below write them.
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON figure_months, all_figure_days FROM aisle_all, aisle_located;
REVOKE ALL ON all_figure_days FROM aisle_located;

CREATE FUNCTION add_figures(differences figure_days[]) RETURNS void
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
REVOKE EXECUTE ON FUNCTION add_figures FROM aisle_all, aisle_located;

-- Whatever writes sums of days: the job that adds differences up, and what counts days anew.
CREATE FUNCTION sum_up_days() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_figures(ARRAY(SELECT ROW(added.*)::figure_days FROM added));
  ELSE
    PERFORM add_figures(ARRAY(
      SELECT ROW(location_id, day, added.orders - removed.orders, added.gross - removed.gross,
        added.discounts - removed.discounts, added.tax - removed.tax, added.delivery_fees - removed.delivery_fees,
        added.cancelled - removed.cancelled, added.preparation - removed.preparation, added.prepared - removed.prepared,
        added.delivery - removed.delivery, added.delivered - removed.delivered, added.with_slot - removed.with_slot,
        added.on_time - removed.on_time, added.commission - removed.commission, added.payout - removed.payout,
        added.refunds - removed.refunds, added.returns - removed.returns)::figure_days
      FROM added JOIN removed USING (location_id, day)));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER sum_up_new_days AFTER INSERT ON figure_days REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION sum_up_days();
CREATE TRIGGER sum_up_days AFTER UPDATE ON figure_days REFERENCING OLD TABLE AS removed NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION sum_up_days();

-- Makes both anew from the sums of days.
CREATE FUNCTION sum_up_figures() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  place uuid;
BEGIN
  PERFORM pg_advisory_xact_lock(4151200127);
  TRUNCATE figure_months, all_figure_days;
  FOR place IN SELECT id FROM locations ORDER BY id LOOP
    PERFORM add_figures(ARRAY(SELECT ROW(kept.*)::figure_days FROM figure_days kept WHERE location_id = place));
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION sum_up_figures FROM aisle_located;

CREATE OR REPLACE FUNCTION fill_figures() RETURNS void
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
  PERFORM sum_up_figures();
  PERFORM sum_up_product_figures();
END $$;

SELECT sum_up_figures();
