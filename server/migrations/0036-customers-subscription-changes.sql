-- What a failed change brings back, and notes of what was mailed.

ALTER TABLE subscriptions
  -- Whether the one that this replaced was renewed automatically, in case that this is not paid.
  ADD COLUMN previous_auto_renew boolean;

-- The credit of a change that was not paid is the replaced subscription's again.
ALTER TABLE subscription_payments
  DROP CONSTRAINT subscription_payments_kind,
  ADD CONSTRAINT subscription_payments_kind CHECK (CASE kind
    WHEN 'credit' THEN provider IS NULL AND status IN ('captured', 'voided')
    WHEN 'charge' THEN provider IS NOT NULL AND status IN ('due', 'captured', 'failed', 'voided')
    ELSE charge_id IS NOT NULL AND provider IS NOT NULL AND status IN ('refundProcessing', 'refunded', 'refundFailed') END);
