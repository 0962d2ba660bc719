-- What a failed change brings back, and notes of what was mailed.

ALTER TABLE subscriptions
  -- Whether the one that this replaced was renewed automatically, in case that this is not paid.
  ADD COLUMN previous_auto_renew boolean;

-- The credit of a change that was not paid is the replaced subscription's again.
ALTER TABLE subscription_payments
  DROP CONSTRAINT subscription_payments_kind,
  ADD CONSTRAINT subscription_payments_kind CHECK (CASE kind
    WHEN 'credit' THEN provider IS NULL AND status IN ('captured', 'voided')
    WHEN 'charge' THEN provider IS NOT NULL AND status IN ('due', 'captured', 'failed', 'voided')
    ELSE charge_id IS NOT NULL AND provider IS NOT NULL AND status IN ('refundProcessing', 'refunded', 'refundFailed') END);

-- At commit, whatever happened to a payment within the transaction: a cash charge is inserted and settled in one.
CREATE OR REPLACE FUNCTION check_subscription_posted() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  expected bigint;
BEGIN
  SELECT CASE WHEN status = 'captured' AND kind = 'charge' THEN -amount WHEN status = 'refunded' THEN amount ELSE 0 END
  INTO expected FROM subscription_payments WHERE id = NEW.id;
  IF expected <> (SELECT coalesce(sum(e.amount), 0) FROM journals j
      JOIN ledger_entries e ON e.location_id = j.location_id AND e.journal_id = j.id AND e.account = 'subscriptionIncome'
      WHERE j.location_id = marketplace_books() AND j.kind = 'subscription' AND j.cause_id = NEW.id) THEN
    RAISE EXCEPTION 'the ledger does not hold payment %', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'subscription_payments_posted', TABLE = 'subscription_payments';
  END IF;
  RETURN NULL;
END $$;
