-- Reports that users receive by email. Each is created with the user's access at the time of sending.
CREATE TABLE report_schedules (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  report text NOT NULL CHECK (report IN ('store', 'product')),
  name text NOT NULL,
  -- The body of the report request without period and page.
  request jsonb NOT NULL,
  every text NOT NULL CHECK (every IN ('day', 'week', 'month')),
  -- 0 is Sunday.
  weekday smallint CHECK (weekday >= 0 AND weekday <= 6),
  time_zone text NOT NULL,
  next_at timestamptz NOT NULL,
  paused_at timestamptz,
  -- Set if the server stopped the schedule. The user can resume it.
  stopped_because text CHECK (stopped_because IN ('permission', 'location', 'inactive', 'request')),
  last_mail_id uuid REFERENCES mails,
  last_sent_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT report_schedules_check CHECK ((every = 'week') = (weekday IS NOT NULL))
);
CREATE INDEX report_schedules_due ON report_schedules (next_at)
  WHERE paused_at IS NULL AND stopped_because IS NULL;
CREATE INDEX report_schedules_of_user ON report_schedules (user_id, report, id);
SELECT restrict_to('report_schedules', 'user_id = (SELECT actor_id())', 'user_id = (SELECT actor_id())');
SELECT versioned('report_schedules');
