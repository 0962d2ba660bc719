-- Checks at commit that the refunds of an order don't exceed the amount paid. Locks the order, so that concurrent
-- refunds are checked one after another.
CREATE OR REPLACE FUNCTION check_refunds() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  paid_so_far bigint;
BEGIN
  SELECT paid INTO paid_so_far FROM orders WHERE location_id = NEW.location_id AND id = NEW.order_id
  FOR NO KEY UPDATE;
  IF (SELECT sum(amount) FROM refunds WHERE location_id = NEW.location_id AND order_id = NEW.order_id) > paid_so_far THEN
    RAISE EXCEPTION 'more than was paid would be refunded'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'refunds_within_paid', TABLE = 'refunds';
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER check_refunds AFTER INSERT OR UPDATE OF amount ON refunds
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_refunds();
