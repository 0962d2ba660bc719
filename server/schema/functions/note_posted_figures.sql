-- Adds commission and payout amounts of new ledger entries to the deltas of totals.
CREATE OR REPLACE FUNCTION note_posted_figures() RETURNS trigger
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
