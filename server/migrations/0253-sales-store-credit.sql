ALTER TABLE payments DROP CONSTRAINT payments_provider_check,
  ADD CONSTRAINT payments_provider_check CHECK (provider IN ('cash', 'terminal', 'simulated', 'coins', 'storeCredit'));

ALTER TABLE refunds ADD COLUMN in_credit bigint NOT NULL DEFAULT 0,
  DROP CONSTRAINT refunds_to_credit_is_part,
  ADD CONSTRAINT refunds_to_credit_is_part CHECK (to_credit >= 0 AND in_credit >= 0
    AND in_coins + in_credit + to_credit <= amount);

-- Orders that exist keep refunding money before coins.
ALTER TABLE orders ADD COLUMN refunds_in_proportion boolean NOT NULL DEFAULT false;
