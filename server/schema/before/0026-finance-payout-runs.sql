-- Payouts of many statements at once, and the statements that the schedule makes.

-- A run is paid by a job, statement by statement; people of single locations see their own runs only.
CREATE TABLE payout_runs (
  id uuid PRIMARY KEY,
  -- The latest job that worked on it.
  job_id uuid NOT NULL,
  method text NOT NULL CHECK (method IN ('bankTransfer', 'check', 'cash', 'other')),
  paid_on date NOT NULL,
  -- [{ "key", "name" }]: made when everything is paid, and forgotten after some days as all exports are.
  files jsonb NOT NULL DEFAULT '[]',
  no_ach_file text,
  user_id uuid,
  user_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz
);
CREATE INDEX payout_runs_by_age ON payout_runs (created_at DESC, id DESC);
SELECT keep_to('payout_runs', 'user_id = (SELECT actor_id())', 'user_id = (SELECT actor_id())');

CREATE TABLE payout_run_results (
  location_id uuid NOT NULL REFERENCES locations,
  run_id uuid NOT NULL REFERENCES payout_runs,
  -- No foreign key: a statement that couldn't be paid may be discarded later.
  statement_id uuid NOT NULL,
  number bigint NOT NULL,
  amount bigint NOT NULL,
  -- One of them once it is settled.
  payout_id uuid,
  problem text,
  PRIMARY KEY (location_id, run_id, statement_id),
  FOREIGN KEY (location_id, payout_id) REFERENCES payouts (location_id, id),
  CONSTRAINT payout_run_results_settled CHECK (payout_id IS NULL OR problem IS NULL)
);
CREATE INDEX payout_run_results_by_run ON payout_run_results (run_id, number);
SELECT keep_to_locations('payout_run_results');

-- Even where a run is continued after a payout of it was voided, it pays a statement once.
CREATE UNIQUE INDEX payouts_once_in_run ON payouts (run_id, statement_id) WHERE run_id IS NOT NULL;
ALTER TABLE payouts ADD FOREIGN KEY (run_id) REFERENCES payout_runs;

-- What the schedule has done: each location and period once, also where there was nothing to state, and where the
-- statement was discarded since.
CREATE TABLE scheduled_statements (
  location_id uuid NOT NULL REFERENCES locations ON DELETE CASCADE,
  period_end date NOT NULL,
  -- Null: there was nothing to state. No foreign key: statements may be discarded.
  statement_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When finance was notified.
  notified_at timestamptz,
  PRIMARY KEY (location_id, period_end)
);
SELECT keep_to_locations('scheduled_statements');
REVOKE INSERT, UPDATE, DELETE ON scheduled_statements FROM aisle_located;

ALTER TABLE notices
  DROP CONSTRAINT notices_kind_check,
  ADD CONSTRAINT notices_kind_check CHECK (kind IN ('outOfStock', 'low', 'expiring', 'drift', 'late', 'statements'));
