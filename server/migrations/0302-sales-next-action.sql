-- The public key of the account that the shopper's browser confirms a payment with.
ALTER TABLE gateway_operations ADD COLUMN publishable_key text;
