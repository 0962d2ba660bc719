-- What the customer's subscription gave an order: kept with it, whatever becomes of the plan.
ALTER TABLE orders
  ADD COLUMN plan_id uuid,
  ADD COLUMN plan_edition integer,
  ADD COLUMN plan_name text,
  -- Of the goods of each line, as picked or weighed, also of lines that are added later.
  ADD COLUMN discount_percent numeric(6,3) NOT NULL DEFAULT 0,
  -- Times what every order earns; what exceeds that is the marketplace's.
  ADD COLUMN coin_multiplier numeric(4,1) NOT NULL DEFAULT 1,
  -- The delivery fee that the plan waived, which stays waived; null if it waived none.
  ADD COLUMN delivery_saved bigint;

-- A function, as PostgreSQL parses the expression of a check again for every statement.
CREATE FUNCTION order_benefits_fit(plan_id uuid, plan_edition integer, plan_name text, discount_percent numeric,
  coin_multiplier numeric, delivery_saved bigint, delivery_fee bigint) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF plan_id IS NULL THEN
    RETURN plan_edition IS NULL AND plan_name IS NULL AND discount_percent = 0 AND coin_multiplier = 1
      AND delivery_saved IS NULL;
  END IF;
  RETURN plan_edition IS NOT NULL AND plan_name IS NOT NULL AND discount_percent BETWEEN 0 AND 50
    AND coin_multiplier BETWEEN 1 AND 10 AND (delivery_saved IS NULL OR delivery_saved >= 0 AND delivery_fee = 0);
END $$;
ALTER TABLE orders ADD CONSTRAINT orders_benefits CHECK (order_benefits_fit(plan_id, plan_edition, plan_name,
  discount_percent, coin_multiplier, delivery_saved, delivery_fee));

-- What a plan saved a customer so far.
CREATE INDEX orders_with_plan ON orders (customer_id) INCLUDE (location_id, status, discount_total, delivery_saved)
  WHERE plan_id IS NOT NULL;

-- A refund that is opened between picking and delivery becomes one of the sale when the sale is posted.
ALTER TABLE refunds ADD COLUMN before_sale boolean NOT NULL DEFAULT false;
DROP TRIGGER note_figures_changed ON refunds;
CREATE TRIGGER note_figures_changed AFTER UPDATE ON refunds FOR EACH ROW
WHEN ((OLD.status, OLD.refunded_at, OLD.amount, OLD.of_sale)
    IS DISTINCT FROM (NEW.status, NEW.refunded_at, NEW.amount, NEW.of_sale)
  AND 'refunded' IN (OLD.status, NEW.status)) EXECUTE FUNCTION note_refund_figures();
