-- Subscriptions: `auto_renew` says what the customer wants. Whether another subscription takes the next period is looked
-- up, so that a plan renews again as soon as the one that was to follow it is cancelled or its card is declined.

-- The subscription that starts within the next period of another one, which therefore isn't renewed.
CREATE FUNCTION follower_of(s subscriptions) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT f.id FROM subscriptions f
  WHERE f.customer_id = s.customer_id AND f.cancelled_at IS NULL AND f.starts_at >= s.ends_at
    AND f.starts_at < (SELECT months_after(s.first_starts_at, s.months + months_of_period(e.period), marketplace_time_zone())
      FROM subscription_plans p JOIN plan_editions e ON e.plan_id = p.id AND e.number = p.edition WHERE p.id = s.plan_id)
  ORDER BY f.starts_at LIMIT 1
$$;

-- The cheap condition comes first: hardly any customer has a subscription that is yet to start.
CREATE OR REPLACE VIEW current_subscriptions WITH (security_invoker) AS
SELECT s.id, s.customer_id, s.plan_id, s.edition, s.starts_at, s.ends_at,
  s.auto_renew AND (NOT EXISTS (SELECT FROM subscriptions f WHERE f.customer_id = s.customer_id
    AND f.cancelled_at IS NULL AND f.starts_at > now()) OR follower_of(s) IS NULL) AS auto_renew,
  e.name, e.price, e.period, e.free_delivery_above, e.discount_percent, e.coin_multiplier
FROM subscriptions s JOIN plan_editions e ON e.plan_id = s.plan_id AND e.number = s.edition
WHERE s.cancelled_at IS NULL AND s.starts_at <= now() AND s.ends_at > now();

-- Renewals that were switched off only because another subscription was to follow, also where that one was cancelled.
UPDATE subscriptions s SET auto_renew = true, reason = NULL
WHERE s.cancelled_at IS NULL AND s.ends_at > now() AND NOT s.auto_renew AND s.payment_type = 'card'
  AND s.card_token IS NOT NULL AND EXISTS (SELECT FROM subscriptions f
    JOIN plan_editions e ON e.plan_id = f.plan_id AND e.number = f.edition
    WHERE f.customer_id = s.customer_id AND f.starts_at >= s.ends_at AND s.reason = e.name || ' follows');

-- Orders: {"email"} and {"firstName", "lastName"} as sent with the order, where they differ from those of the account, which
-- is found by phone. Null: as the account has it.
ALTER TABLE orders ADD COLUMN contact jsonb;
-- Finds orders by the name that came with them. Few have another one than their account.
CREATE INDEX orders_by_other_name ON orders (location_id, created_at DESC, id, customer_name) WHERE contact ? 'firstName';

-- Wrong codes of the store at pickup; those of the customer at the door have a separate limit.
ALTER TABLE deliveries ADD COLUMN wrong_pickup_codes smallint NOT NULL DEFAULT 0;
