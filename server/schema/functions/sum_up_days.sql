-- Adds changes of daily totals to the monthly totals and to the daily totals over all locations.
CREATE OR REPLACE FUNCTION sum_up_days() RETURNS trigger
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
