-- A transfer without a response is repeated by a job, which records its payout.
ALTER TABLE payout_transfers
  ALTER COLUMN run_id DROP NOT NULL,
  ADD COLUMN paid_on date,
  ADD COLUMN reference text,
  ADD COLUMN user_id uuid,
  ADD COLUMN user_name text,
  ADD COLUMN key text,
  ADD COLUMN key_since timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN attempts integer NOT NULL DEFAULT 0,
  ADD COLUMN next_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN problem text;
UPDATE payout_transfers t SET paid_on = r.paid_on, user_id = u.id, user_name = r.user_name, key = t.payout_id::text,
  key_since = t.created_at
FROM payout_runs r LEFT JOIN users u ON u.id = r.user_id WHERE r.id = t.run_id;
ALTER TABLE payout_transfers
  ALTER COLUMN paid_on SET NOT NULL,
  ALTER COLUMN user_name SET NOT NULL,
  ALTER COLUMN key SET NOT NULL;
CREATE INDEX payout_transfers_due ON payout_transfers (next_at);
