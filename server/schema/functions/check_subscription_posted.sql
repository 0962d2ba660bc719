-- Checks at commit that the ledger holds the final amount of a subscription payment, even if its status changed several
-- times in the transaction.
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

CREATE CONSTRAINT TRIGGER check_subscription_posted AFTER INSERT OR UPDATE OF status, amount ON subscription_payments
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_subscription_posted();
