-- What monitoring counts every few seconds: jobs that wait or failed, and deliveries that were given up.
CREATE INDEX jobs_waiting ON jobs (created_at) WHERE status = 'waiting';
CREATE INDEX jobs_failed ON jobs (finished_at) WHERE status = 'failed';
CREATE INDEX webhook_deliveries_dead ON webhook_deliveries (created_at) WHERE status = 'dead';

-- Who may do what, as the migrations left it: a database restored by hand may lack policies and rights, and a start
-- compares (core/db/access-rules.ts writes it after each migration).
CREATE TABLE access_rules (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  rules jsonb NOT NULL
);
REVOKE ALL ON access_rules FROM aisle_all, aisle_located;
