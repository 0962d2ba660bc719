-- A promotion multiplies the coins of orders without a plan as well.
CREATE OR REPLACE FUNCTION order_benefits_fit(plan_id uuid, plan_edition integer, plan_name text, discount_percent numeric,
  coin_multiplier numeric, delivery_saved bigint, delivery_fee bigint) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF plan_id IS NULL THEN
    RETURN plan_edition IS NULL AND plan_name IS NULL AND discount_percent = 0 AND coin_multiplier BETWEEN 1 AND 10
      AND delivery_saved IS NULL;
  END IF;
  RETURN plan_edition IS NOT NULL AND plan_name IS NOT NULL AND discount_percent BETWEEN 0 AND 50
    AND coin_multiplier BETWEEN 1 AND 10 AND (delivery_saved IS NULL OR delivery_saved >= 0 AND delivery_fee = 0);
END $$;
