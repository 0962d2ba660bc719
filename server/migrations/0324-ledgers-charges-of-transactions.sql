-- Transactions are matched by the provider's IDs alone. A charge that was captured in part has two transactions.
ALTER TABLE provider_transactions
  DROP COLUMN payment_id,
  DROP COLUMN operation_id,
  ADD COLUMN charge_ref text;
CREATE INDEX provider_transactions_of_charge ON provider_transactions (provider, charge_ref)
  WHERE kind = 'payment' AND charge_ref IS NOT NULL;
