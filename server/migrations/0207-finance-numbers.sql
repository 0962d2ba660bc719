-- Payout runs and journals get numbers, from the next one on. Earlier ones stay without, as books are never rewritten.
CREATE SEQUENCE payout_run_number;
ALTER TABLE payout_runs ADD COLUMN number bigint;
ALTER TABLE payout_runs ALTER COLUMN number SET DEFAULT nextval('payout_run_number');
CREATE UNIQUE INDEX payout_runs_by_number ON payout_runs (number);

CREATE SEQUENCE journal_number;
ALTER TABLE journals ADD COLUMN number bigint;
ALTER TABLE journals ALTER COLUMN number SET DEFAULT nextval('journal_number');
CREATE INDEX journals_by_number ON journals (location_id, number) WHERE number IS NOT NULL;
