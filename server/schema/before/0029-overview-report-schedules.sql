-- Reports by email.

-- What is attached to an email: [{ "key", "name", "mime" }]. The bytes are in the file storage.
ALTER TABLE mails ADD COLUMN attachments jsonb NOT NULL DEFAULT '[]';
ALTER TABLE files DROP CONSTRAINT files_kind_check,
  ADD CONSTRAINT files_kind_check CHECK (kind IN ('image', 'csv', 'document', 'export', 'mail'));

-- Reports that a person gets regularly, with what that person can see when it is sent.
CREATE TABLE report_schedules (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  report text NOT NULL CHECK (report IN ('store', 'product')),
  name text NOT NULL,
  -- The report's body without its period and page.
  request jsonb NOT NULL,
  every text NOT NULL CHECK (every IN ('day', 'week', 'month')),
  -- 0 is Sunday.
  weekday smallint CHECK (weekday BETWEEN 0 AND 6),
  time_zone text NOT NULL,
  next_at timestamptz NOT NULL,
  paused_at timestamptz,
  -- Stopped by the server, until the person resumes it.
  stopped_because text CHECK (stopped_because IN ('permission', 'location', 'inactive', 'request')),
  last_mail_id uuid REFERENCES mails,
  last_sent_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((every = 'week') = (weekday IS NOT NULL))
);
CREATE INDEX report_schedules_due ON report_schedules (next_at)
  WHERE paused_at IS NULL AND stopped_because IS NULL;
CREATE INDEX report_schedules_of_user ON report_schedules (user_id, report, id);
SELECT versioned('report_schedules');
SELECT keep_to('report_schedules', 'user_id = (SELECT actor_id())', 'user_id = (SELECT actor_id())');
