-- Customers hear once of a card that expires before it is charged again.
ALTER TABLE subscriptions ADD COLUMN card jsonb;
ALTER TABLE subscriptions ADD COLUMN expiry_mailed text;
CREATE INDEX subscriptions_by_card ON subscriptions (card_token) WHERE card_token IS NOT NULL;
CREATE INDEX subscriptions_expiring_cards ON subscriptions ((card ->> 'expires')) WHERE auto_renew AND cancelled_at IS NULL;
