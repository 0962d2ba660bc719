-- Rejects a payout, void or adjustment unless its payable entries sum to the expected amount.
CREATE OR REPLACE FUNCTION check_payable_cause(location uuid, of_kind text, cause uuid, expected bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF expected IS DISTINCT FROM (SELECT sum(e.amount) FROM journals j
      JOIN payable_entries e ON e.location_id = j.location_id AND e.journal_id = j.id
      WHERE j.location_id = location AND j.kind = of_kind AND j.cause_id = cause) THEN
    RAISE EXCEPTION 'the ledger does not hold %', cause
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payable_entries_cause';
  END IF;
END $$;
