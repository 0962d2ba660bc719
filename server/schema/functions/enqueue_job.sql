-- Enqueues a background task. Tasks run as the owner of the tables, so users of single locations can enqueue only the
-- tasks that their requests need.
CREATE OR REPLACE FUNCTION enqueue_job(task text, payload jsonb, at timestamptz DEFAULT now()) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF task NOT IN ('run_job', 'send_webhooks', 'ask_gateway', 'end_offers', 'send_pushes')
      AND pg_has_role(session_user, 'aisle_located', 'member') AND NOT pg_has_role(session_user, 'aisle_all', 'member') THEN
    RAISE EXCEPTION 'The task % can''t be started here', task USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM graphile_worker.add_job(task, payload::json, run_at => at, max_attempts => 1);
END $$;
