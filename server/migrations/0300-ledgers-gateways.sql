-- The program knows the gateways, so that another one needs no change of the database.
ALTER TABLE payments DROP CONSTRAINT IF EXISTS payments_provider_check;
ALTER TABLE refunds DROP CONSTRAINT refunds_provider_check;
ALTER TABLE gateway_operations DROP CONSTRAINT gateway_operations_provider_check;
ALTER TABLE subscription_payments DROP CONSTRAINT subscription_payments_provider_check;

ALTER TABLE subscriptions ADD COLUMN card_provider text;
UPDATE subscriptions SET card_provider = 'simulated' WHERE card_token IS NOT NULL;
