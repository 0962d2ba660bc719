-- Settings, people and how they sign in, the audit log, mail, live events, jobs, saved views, bulk changes,
-- imports and webhooks.

-- One row with the settings of the marketplace; the settings schema of the contract describes it.
CREATE TABLE settings (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  "values" jsonb NOT NULL DEFAULT '{}',
  version integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now()
);
SELECT versioned('settings');
SELECT read_only_for_locations('settings');
INSERT INTO settings DEFAULT VALUES;

CREATE TABLE users (
  id uuid PRIMARY KEY,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  phone text,
  user_type text NOT NULL CHECK (user_type IN ('admin', 'store', 'others')),
  -- Null until somebody assigns roles: an administrator then has every permission, others have none.
  roles text[],
  password_hash text,
  status boolean NOT NULL DEFAULT true,
  last_login_at timestamptz,
  preferences jsonb NOT NULL DEFAULT '{}',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX users_email ON users (lower(email));
-- Signing in, assigning roles or saving preferences is not an edit of the record that a form holds.
CREATE TRIGGER count_version BEFORE UPDATE OF first_name, last_name, email, phone, user_type, status ON users
  FOR EACH ROW EXECUTE FUNCTION count_version();

-- Sign-in. Only hashes of tokens are stored.
CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE,
  user_agent text,
  address text,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  -- When the password was last given: sensitive actions ask again after ten minutes.
  confirmed_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX sessions_by_user ON sessions (user_id);
-- A user who may deactivate a colleague also ends their sessions.
SELECT keep_to('sessions', 'EXISTS (SELECT FROM users u WHERE u.id = user_id)');

CREATE TABLE sign_in_failures (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL,
  address text NOT NULL,
  failed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sign_in_failures_by_email ON sign_in_failures (email, failed_at);
CREATE INDEX sign_in_failures_by_address ON sign_in_failures (address, failed_at);
-- By email and IP address, so that nobody can invalidate another's captcha from elsewhere.
CREATE TABLE captchas (
  email text NOT NULL,
  address text NOT NULL,
  answer_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Set by a correct answer: it allows one more attempt.
  solved boolean NOT NULL DEFAULT false,
  PRIMARY KEY (email, address)
);
CREATE TABLE password_tokens (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('reset', 'invitation')),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX password_tokens_by_user ON password_tokens (user_id);
SELECT keep_to('password_tokens', 'EXISTS (SELECT FROM users u WHERE u.id = user_id)',
  'EXISTS (SELECT FROM users u WHERE u.id = user_id)');
REVOKE ALL ON sign_in_failures, captchas FROM aisle_located;

CREATE TABLE api_keys (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  key_hash bytea NOT NULL UNIQUE,
  -- The first characters, so that a person recognizes the key.
  prefix text NOT NULL,
  scopes text[] NOT NULL,
  created_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);
REVOKE ALL ON api_keys FROM aisle_located;

-- Who changed what. location_id is null where the record belongs to no location.
CREATE TABLE audit_entries (
  id uuid PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  user_id uuid,
  actor_name text NOT NULL,
  action text NOT NULL,
  resource text NOT NULL,
  record_id uuid,
  location_id uuid,
  before jsonb,
  after jsonb
);
CREATE INDEX audit_entries_by_record ON audit_entries (resource, record_id, id DESC);
CREATE INDEX audit_entries_by_time ON audit_entries (at, id);
CREATE INDEX audit_entries_by_person ON audit_entries (user_id, at, id);
CREATE INDEX audit_entries_by_location ON audit_entries (location_id, at, id) WHERE location_id IS NOT NULL;
SELECT keep_to('audit_entries', 'location_id = ANY ((SELECT actor_locations())::uuid[])');
SELECT append_only('audit_entries');

-- The outbox: emails wait here until they are sent.
CREATE TABLE mails (
  id uuid PRIMARY KEY,
  recipient text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Later after each failure; during a delivery, when another process may take it over.
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz
);
CREATE INDEX mails_waiting ON mails (next_attempt_at) WHERE sent_at IS NULL;
-- Emails contain links that open accounts.
REVOKE SELECT, UPDATE, DELETE ON mails FROM aisle_located;

-- Events for the screens that are open now. Kept for a day, so that a lost connection can resume.
-- A reader takes only rows of transactions that have certainly ended: ids can commit out of order.
CREATE TABLE live_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
  topic text NOT NULL,
  action text NOT NULL,
  record_id uuid,
  -- Null: for everybody with the permission.
  location_id uuid,
  permission text,
  -- Null: not for one person alone.
  user_id uuid,
  data jsonb,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX live_events_by_position ON live_events (transaction_id, id);
CREATE INDEX live_events_by_age ON live_events (at);
-- The server reads the events of all users and sends each stream its own.
REVOKE SELECT, UPDATE, DELETE ON live_events FROM aisle_located;
-- The only way in which triggers announce an event. In plpgsql, as it is called for every movement of stock and starts
-- faster than a function in SQL.
CREATE FUNCTION announce(topic text, action text, record uuid, location uuid, permission text DEFAULT NULL)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO live_events (topic, action, record_id, location_id, permission)
  VALUES (topic, action, record, location, permission);
END $$;

-- Background jobs that a user started and follows.
CREATE TABLE jobs (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  title text NOT NULL,
  permission text NOT NULL,
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'running', 'done', 'failed', 'cancelled')),
  input jsonb NOT NULL DEFAULT '{}',
  done_count bigint NOT NULL DEFAULT 0,
  total_count bigint,
  result jsonb,
  error text,
  created_by uuid REFERENCES users ON DELETE SET NULL,
  -- Null: not limited to locations.
  location_ids uuid[],
  -- Incremented each time a worker starts it; a worker with an older number has been given up on.
  attempt integer NOT NULL DEFAULT 0,
  -- Updated by the worker every few seconds: a running job with an old heartbeat is abandoned.
  heartbeat_at timestamptz,
  cancel_requested_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  finished_at timestamptz
);
CREATE INDEX jobs_by_person ON jobs (created_by, created_at DESC);
CREATE INDEX jobs_running ON jobs (heartbeat_at) WHERE status = 'running';
SELECT keep_to('jobs', 'created_by = (SELECT actor_id())');

-- Queues a task of the job runner in the current transaction. Nobody else has access to the runner's tables, and they
-- are created after these migrations.
CREATE FUNCTION start_task(task text, payload jsonb, at timestamptz DEFAULT now()) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM graphile_worker.add_job(task, payload::json, run_at => at, max_attempts => 1);
END $$;

-- The filters, sort order and columns of a list, saved under a name.
CREATE TABLE saved_views (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- The path of the list's screen: '/orders'.
  list text NOT NULL,
  name text NOT NULL,
  -- What the list's URL holds.
  search jsonb NOT NULL,
  is_shared boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX saved_views_name ON saved_views (user_id, list, lower(name));
CREATE INDEX saved_views_shared ON saved_views (list, id) WHERE is_shared;
SELECT versioned('saved_views');
SELECT keep_to('saved_views', 'is_shared OR user_id = (SELECT actor_id())', 'user_id = (SELECT actor_id())');

-- Bulk changes: the outcome of each row, and what is needed to undo it.
CREATE TABLE bulk_changes (
  id uuid PRIMARY KEY,
  -- Which feature applies it: 'subProducts'.
  kind text NOT NULL,
  title text NOT NULL,
  permission text NOT NULL,
  request jsonb NOT NULL,
  state text NOT NULL DEFAULT 'changing' CHECK (state IN ('changing', 'changed', 'undoing', 'undone')),
  -- Null until its rows are stored; from then on it changes these and no others.
  row_count integer,
  -- Rows by outcome: { "changed": 1200, "refused": 3 }.
  counts jsonb NOT NULL DEFAULT '{}',
  -- The running job, or the last one.
  job_id uuid REFERENCES jobs ON DELETE SET NULL,
  created_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX bulk_changes_by_age ON bulk_changes (kind, created_at DESC, id DESC);
SELECT keep_to('bulk_changes', 'created_by = (SELECT actor_id())', 'created_by = (SELECT actor_id())');

CREATE TABLE bulk_rows (
  change_id uuid NOT NULL REFERENCES bulk_changes ON DELETE CASCADE,
  position integer NOT NULL,
  record_id uuid NOT NULL,
  -- Null where the record belongs to no location.
  location_id uuid,
  -- Waiting, changed, already had the value, could not be changed; undone, or kept because it was edited since.
  outcome text NOT NULL DEFAULT 'waiting'
    CHECK (outcome IN ('waiting', 'changed', 'same', 'refused', 'undone', 'kept')),
  reason text,
  -- Only the fields that were changed.
  before jsonb,
  after jsonb,
  -- The record's version after the change: with any other version it has been edited since.
  version integer,
  PRIMARY KEY (change_id, position)
);
CREATE INDEX bulk_rows_to_do ON bulk_rows (change_id, position) WHERE outcome IN ('waiting', 'changed');
CREATE INDEX bulk_rows_by_outcome ON bulk_rows (change_id, outcome, position);
SELECT keep_to('bulk_rows',
  'change_id IN (SELECT id FROM bulk_changes)
   AND (location_id IS NULL OR location_id = ANY ((SELECT actor_locations())::uuid[]))',
  'location_id IS NULL OR location_id = ANY ((SELECT actor_locations())::uuid[])');

-- The mapping that a user chose the last time for columns of these names.
CREATE TABLE import_memories (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL,
  -- The column names in lower case, sorted: equal for two files of one kind.
  heading text NOT NULL,
  columns text[] NOT NULL,
  mapping jsonb NOT NULL,
  options jsonb NOT NULL,
  used_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX import_memories_heading ON import_memories (user_id, md5(heading));

-- Uploaded files: the mapping of their columns, the counts of the check, and the progress of the import.
CREATE TABLE imports (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('products')),
  -- While a job is running or was interrupted, the job has the details.
  status text NOT NULL DEFAULT 'uploaded'
    CHECK (status IN ('uploaded', 'checking', 'checked', 'importing', 'imported', 'undoing', 'undone')),
  -- Null once the file has been deleted.
  file_id uuid REFERENCES files ON DELETE SET NULL,
  file_name text NOT NULL,
  bytes bigint NOT NULL,
  -- Of the uploaded file: utf-8, utf-16le, utf-16be, windows-1252. It is stored as UTF-8.
  encoding text NOT NULL DEFAULT 'utf-8',
  -- Line breaks: about the number of rows, for progress.
  line_count integer NOT NULL,
  delimiter text NOT NULL,
  columns text[] NOT NULL,
  sample jsonb NOT NULL,
  mapping jsonb NOT NULL DEFAULT '{}',
  options jsonb NOT NULL DEFAULT '{}',
  -- { rows, new, changed, same, errors }
  counts jsonb,
  -- The last row imported: where an interrupted import resumes.
  taken_to integer NOT NULL DEFAULT 0,
  error_file_key text,
  job_id uuid REFERENCES jobs ON DELETE SET NULL,
  created_by uuid REFERENCES users ON DELETE SET NULL,
  memory_id uuid REFERENCES import_memories ON DELETE SET NULL,
  -- One sheet of a workbook is imported, as CSV. Where several have rows, another can be chosen.
  sheet text,
  sheets text[] NOT NULL DEFAULT '{}',
  -- Warnings for the user about how the sheet was read.
  notes text[] NOT NULL DEFAULT '{}',
  -- The original workbook, kept where there is a choice of sheets.
  book_id uuid REFERENCES files ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX imports_by_age ON imports (created_at DESC, id DESC);
CREATE INDEX imports_by_memory ON imports (memory_id) WHERE memory_id IS NOT NULL;

-- The changes of an import row by row, for the preview before and the undo after it.
CREATE TABLE import_rows (
  import_id uuid NOT NULL REFERENCES imports ON DELETE CASCADE,
  row_number integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('new', 'changed', 'same', 'error')),
  sku text,
  name text,
  -- [{ field, before, after }]
  changes jsonb NOT NULL DEFAULT '[]',
  -- [{ column, value, message }]
  problems jsonb NOT NULL DEFAULT '[]',
  -- Of rows with problems: returned unchanged in the error file.
  cells text[],
  -- From here on what was written. No foreign keys, as both records may have been deleted since.
  taken boolean NOT NULL DEFAULT false,
  sub_product_id uuid,
  sub_product_version integer,
  product_id uuid,
  undo text CHECK (undo IN ('undone', 'kept')),
  undo_reason text,
  PRIMARY KEY (import_id, row_number)
);
CREATE INDEX import_rows_by_kind ON import_rows (import_id, kind, row_number);
CREATE INDEX import_rows_by_undo ON import_rows (import_id, undo, row_number) WHERE taken;

-- Products that an import added or changed: several rows may share one.
CREATE TABLE import_products (
  import_id uuid NOT NULL REFERENCES imports ON DELETE CASCADE,
  product_id uuid NOT NULL,
  is_new boolean NOT NULL,
  -- The values to restore, by column.
  before jsonb NOT NULL DEFAULT '{}',
  -- The product's version after the import.
  version integer NOT NULL,
  undone boolean NOT NULL DEFAULT false,
  PRIMARY KEY (import_id, product_id)
);
-- Brands and categories that an import added.
CREATE TABLE import_places (
  import_id uuid NOT NULL REFERENCES imports ON DELETE CASCADE,
  resource text NOT NULL CHECK (resource IN ('brands', 'categories')),
  record_id uuid NOT NULL,
  PRIMARY KEY (import_id, resource, record_id)
);

REVOKE ALL ON imports, import_rows, import_products, import_places, import_memories FROM aisle_located;

-- Webhooks: endpoints, and the deliveries to each of them.
CREATE TABLE webhook_endpoints (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  url text NOT NULL,
  -- Event kinds of the contract; no check here, so that a new kind needs no migration.
  events text[] NOT NULL CHECK (cardinality(events) > 0),
  status boolean NOT NULL DEFAULT true,
  -- Signs the payload, so it cannot be stored as a hash.
  secret text NOT NULL,
  -- Also signs for a while after a rotation, so that the receiver rejects nothing while it switches over.
  old_secret text,
  old_secret_until timestamptz,
  -- Since when deliveries fail; null while they succeed.
  failing_since timestamptz,
  last_delivered_at timestamptz,
  -- During a delivery, when another process may take over; after a failure, when it is retried.
  next_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  created_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE TRIGGER count_version BEFORE UPDATE OF name, url, events, status, secret ON webhook_endpoints
FOR EACH ROW EXECUTE FUNCTION count_version();
REVOKE ALL ON webhook_endpoints FROM aisle_located;

-- One event for one endpoint, written in the transaction of the event.
CREATE TABLE webhook_deliveries (
  -- The order of events, as far as concurrent transactions have one.
  position bigint GENERATED ALWAYS AS IDENTITY,
  id uuid PRIMARY KEY,
  endpoint_id uuid NOT NULL REFERENCES webhook_endpoints ON DELETE CASCADE,
  -- The same for every endpoint and for every replay.
  event_id uuid NOT NULL,
  event text NOT NULL,
  record_id uuid,
  -- The exact body that is sent.
  payload text NOT NULL CHECK (length(payload) <= 65536),
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'delivered', 'dead')),
  next_at timestamptz NOT NULL DEFAULT now(),
  attempt_count smallint NOT NULL DEFAULT 0,
  -- Of each attempt: at, httpStatus, ms, problem, response.
  attempts jsonb NOT NULL DEFAULT '[]',
  replay_of uuid,
  delivered_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries (endpoint_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (endpoint_id, next_at) WHERE status = 'waiting';
REVOKE ALL ON webhook_deliveries FROM aisle_located;

-- Queues a delivery for every endpoint that subscribes to the event. Usually none does; then it costs one lookup.
CREATE FUNCTION tell_webhooks(kind text, record uuid, happening jsonb) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  told uuid := new_uuid_v7();
BEGIN
  INSERT INTO webhook_deliveries (id, endpoint_id, event_id, event, record_id, payload)
  SELECT new_uuid_v7(), e.id, told, kind, record,
    jsonb_build_object('id', told, 'event', kind, 'createdAt', iso(now()), 'data', happening)::text
  FROM webhook_endpoints e WHERE e.status AND kind = ANY (e.events) ORDER BY e.id;
  IF FOUND THEN PERFORM start_task('send_webhooks', '{}'::jsonb); END IF;
END $$;

CREATE FUNCTION webhook_wanted(kinds text[]) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM webhook_endpoints e WHERE e.status AND e.events && kinds)
$$;
-- These bypass row-level security: for triggers and the server itself only.
REVOKE EXECUTE ON FUNCTION tell_webhooks(text, uuid, jsonb), webhook_wanted(text[]) FROM aisle_located;
