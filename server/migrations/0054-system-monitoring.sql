-- What monitoring counts every few seconds: jobs that wait or failed, and deliveries that were given up.
CREATE INDEX jobs_waiting ON jobs (created_at) WHERE status = 'waiting';
CREATE INDEX jobs_failed ON jobs (finished_at) WHERE status = 'failed';
CREATE INDEX webhook_deliveries_dead ON webhook_deliveries (created_at) WHERE status = 'dead';
