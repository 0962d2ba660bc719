-- Rejects a subscription refund if the refunds of a charge would exceed it. Locks the charge, so that concurrent
-- refunds are checked one after another.
CREATE OR REPLACE FUNCTION check_subscription_refunds() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  charged bigint;
BEGIN
  SELECT amount INTO charged FROM subscription_payments
  WHERE id = NEW.charge_id AND kind = 'charge' AND status = 'captured' FOR NO KEY UPDATE;
  IF charged IS NULL OR (SELECT sum(amount) FROM subscription_payments WHERE charge_id = NEW.charge_id) > charged THEN
    RAISE EXCEPTION 'more than was charged would be refunded'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'subscription_refunds_within_charge', TABLE = 'subscription_payments';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER check_subscription_refunds AFTER INSERT ON subscription_payments
FOR EACH ROW WHEN (NEW.kind = 'refund') EXECUTE FUNCTION check_subscription_refunds();
