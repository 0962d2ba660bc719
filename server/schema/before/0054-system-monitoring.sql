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

-- People of single locations add files under their own name and replace pictures; they change and delete nothing else.
REVOKE UPDATE ON files FROM aisle_located;
ALTER TABLE files ENABLE ROW LEVEL SECURITY;
CREATE POLICY everywhere ON files TO aisle_all USING (true) WITH CHECK (true);
CREATE POLICY readable ON files FOR SELECT TO aisle_located USING (true);
CREATE POLICY own_uploads ON files FOR INSERT TO aisle_located
  WITH CHECK (created_by IS NULL OR created_by = (SELECT actor_id()));
CREATE POLICY pictures ON files FOR DELETE TO aisle_located USING (kind = 'image');

-- Tasks run as the owner of the tables: people of single locations start only those that their requests need.
CREATE OR REPLACE FUNCTION start_task(task text, payload jsonb, at timestamptz DEFAULT now()) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF task NOT IN ('run_job', 'send_webhooks', 'ask_gateway', 'end_offers')
      AND pg_has_role(session_user, 'aisle_located', 'member') AND NOT pg_has_role(session_user, 'aisle_all', 'member') THEN
    RAISE EXCEPTION 'The task % can''t be started here', task USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM graphile_worker.add_job(task, payload::json, run_at => at, max_attempts => 1);
END $$;
