-- The settings of the marketplace, in a single row. The settings schema in the contract defines its fields.
CREATE TABLE settings (
  id boolean DEFAULT true CHECK (id) PRIMARY KEY,
  values jsonb NOT NULL DEFAULT '{}'::jsonb,
  version integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- The logo of the marketplace, for its documents.
  logo_id uuid REFERENCES files
);
SELECT versioned('settings');
SELECT read_only_for_locations('settings');
INSERT INTO settings DEFAULT VALUES;

-- Staff of the marketplace and of its stores.
CREATE TABLE users (
  id uuid PRIMARY KEY,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  phone text,
  user_type text NOT NULL CHECK (user_type IN ('admin', 'store', 'others')),
  -- Null until roles are assigned: administrators then have all permissions, and other users have none.
  roles text[],
  password_hash text,
  status boolean NOT NULL DEFAULT true,
  last_login_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- When the user was last notified of attempts to guess the password. Users are notified once a day at most.
  guesses_mailed_at timestamptz
);
CREATE UNIQUE INDEX users_email ON users (lower(email));
-- Only edits of these columns increment the version. A sign-in doesn't.
CREATE TRIGGER increment_version BEFORE UPDATE OF first_name, last_name, email, phone, user_type, status ON users FOR EACH ROW EXECUTE FUNCTION increment_version();

-- Sessions of signed-in users. The table stores only hashes of session tokens.
CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE,
  user_agent text,
  address text,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  -- When the user last confirmed their identity. Sensitive actions require it again after ten minutes.
  confirmed_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- True if a required second factor is not set up yet: the session can then only set one up.
  is_setup_only boolean NOT NULL DEFAULT false,
  -- The session of the administrator, if an administrator views Aisle as this user. This session ends with it.
  view_of uuid REFERENCES sessions ON DELETE CASCADE
);
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_view ON sessions (view_of) WHERE view_of IS NOT NULL;
-- Users who can deactivate a colleague also end the colleague's sessions.
SELECT restrict_to('sessions', 'EXISTS (SELECT FROM users u WHERE u.id = user_id)');

-- Failed sign-in attempts by email and IP address. They decide when a captcha is required and how long the next
-- password check is delayed.
CREATE TABLE sign_in_failures (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL,
  address text NOT NULL,
  failed_at timestamptz NOT NULL DEFAULT now(),
  -- When the server checks the password of this attempt. Each failure delays the next check, on all servers.
  checked_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sign_in_failures_by_email ON sign_in_failures (email, failed_at);
CREATE INDEX sign_in_failures_by_address ON sign_in_failures (address, failed_at);
REVOKE ALL ON sign_in_failures FROM aisle_located;

-- Open captchas by email and IP address, so that requests from another address can't invalidate them.
CREATE TABLE captchas (
  email text NOT NULL,
  address text NOT NULL,
  answer_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  -- True after a correct answer, which allows one more attempt.
  solved boolean NOT NULL DEFAULT false,
  PRIMARY KEY (email, address)
);
REVOKE ALL ON captchas FROM aisle_located;

-- Links to set or reset a password. The table stores only hashes of their tokens.
CREATE TABLE password_tokens (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('reset', 'invitation')),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX password_tokens_by_user ON password_tokens (user_id);
SELECT restrict_to('password_tokens', 'EXISTS (SELECT FROM users u WHERE u.id = user_id)',
  'EXISTS (SELECT FROM users u WHERE u.id = user_id)');

-- The programs that use API keys or receive webhooks. A key that replaces another one continues its connection.
CREATE TABLE connections (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- False rejects the calls of its keys. Webhooks have their own switch.
  status boolean NOT NULL DEFAULT true,
  -- Users are notified after this time without calls, or with waiting deliveries. Null for never.
  silent_after_minutes integer CHECK (silent_after_minutes > 0),
  -- The last reading of the change feed: what its keys had already read, and of which topics.
  read_number bigint,
  read_topics text[] NOT NULL DEFAULT '{}',
  version integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE TRIGGER increment_version BEFORE UPDATE OF status, silent_after_minutes ON connections FOR EACH ROW EXECUTE FUNCTION increment_version();
REVOKE ALL ON connections FROM aisle_located;

-- Adds a connection for a new key.
CREATE FUNCTION new_connection() RETURNS uuid LANGUAGE sql AS
$$ INSERT INTO connections DEFAULT VALUES RETURNING id $$;

-- API keys. The table stores only hashes of the keys.
CREATE TABLE api_keys (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  key_hash bytea NOT NULL UNIQUE,
  -- The first characters of the key, for display.
  prefix text NOT NULL,
  scopes text[] NOT NULL,
  created_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  expires_at timestamptz NOT NULL DEFAULT now() + '1 year'::interval,
  -- When the creator was deactivated or deleted. Null again once a user decides what happens to the key.
  maker_left_at timestamptz,
  -- The name of a deleted creator.
  maker_name text,
  -- The number of days before expiration at which the last reminder was sent.
  reminded_days integer,
  connection_id uuid NOT NULL DEFAULT new_connection() REFERENCES connections,
  permissions text[] NOT NULL DEFAULT '{}',
  -- The locations that the key sees. Null for all.
  location_ids uuid[],
  may_move_money boolean NOT NULL DEFAULT false,
  allowed_addresses text[] NOT NULL DEFAULT '{}',
  limit_per_minute integer NOT NULL DEFAULT 600 CHECK (limit_per_minute > 0),
  version integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX api_keys_by_maker ON api_keys (created_by);
CREATE INDEX api_keys_by_connection ON api_keys (connection_id);
CREATE TRIGGER increment_version BEFORE UPDATE OF name, permissions, location_ids, may_move_money, allowed_addresses, limit_per_minute
  ON api_keys FOR EACH ROW EXECUTE FUNCTION increment_version();
REVOKE ALL ON api_keys FROM aisle_located;

-- Replaced secrets of API keys, as hashes, which work until then.
CREATE TABLE api_key_old_secrets (
  key_hash bytea PRIMARY KEY,
  api_key_id uuid NOT NULL REFERENCES api_keys ON DELETE CASCADE,
  until timestamptz NOT NULL
);
CREATE INDEX api_key_old_secrets_by_key ON api_key_old_secrets (api_key_id);
REVOKE ALL ON api_key_old_secrets FROM aisle_located;

-- Calls of API keys by day (UTC) and route, such as 'PUT /brand/edit/{id}'.
CREATE TABLE api_key_calls (
  api_key_id uuid NOT NULL REFERENCES api_keys ON DELETE CASCADE,
  day date NOT NULL,
  route text NOT NULL,
  calls bigint NOT NULL,
  errors bigint NOT NULL,
  PRIMARY KEY (api_key_id, day, route)
);
REVOKE ALL ON api_key_calls FROM aisle_located;

-- The last errors of each API key.
CREATE TABLE api_key_errors (
  id uuid PRIMARY KEY,
  api_key_id uuid NOT NULL REFERENCES api_keys ON DELETE CASCADE,
  at timestamptz NOT NULL,
  route text NOT NULL,
  status integer NOT NULL,
  code text NOT NULL,
  -- The paths of wrong fields.
  fields text[] NOT NULL,
  request_id text NOT NULL
);
CREATE INDEX api_key_errors_by_key ON api_key_errors (api_key_id, id DESC);
REVOKE ALL ON api_key_errors FROM aisle_located;

-- Changes that assistants prepared, for people to approve.
CREATE TABLE assistant_drafts (
  id uuid PRIMARY KEY,
  api_key_id uuid NOT NULL REFERENCES api_keys ON DELETE CASCADE,
  -- The name of the key at that time.
  created_by text NOT NULL,
  tool text NOT NULL,
  -- The request that the approval sends: { params, query, body }.
  input jsonb NOT NULL,
  preview text NOT NULL,
  -- Identifies the preview and the version of the record.
  seen text NOT NULL,
  -- Null for the marketplace.
  location_id uuid,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'approved', 'discarded')),
  decided_by text,
  decided_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX assistant_drafts_by_age ON assistant_drafts (created_at DESC, id DESC);
CREATE INDEX assistant_drafts_by_location ON assistant_drafts (location_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX assistant_drafts_same ON assistant_drafts (api_key_id, tool, md5(input::text)) WHERE status = 'open';
SELECT restrict_to_locations('assistant_drafts');

-- The audit log of changes by users and by the system. location_id is null for records without a location.
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
CREATE INDEX audit_entries_by_action ON audit_entries (action, at, id);
SELECT restrict_to('audit_entries', 'location_id = ANY ((SELECT actor_locations())::uuid[])');
SELECT append_only('audit_entries');

-- The outbox of emails, text messages and push notifications.
CREATE TABLE mails (
  id uuid PRIMARY KEY,
  recipient text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When the next attempt is due; each failure delays it further. During a delivery, another process may take over at
  -- this time.
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  -- Attachments of an email: [{ "key", "name", "mime" }]. The file storage holds their content.
  attachments jsonb NOT NULL DEFAULT '[]'::jsonb,
  -- Additional email headers: { "messageId", "inReplyTo", "references", "replyTo", "list", … }.
  headers jsonb NOT NULL DEFAULT '{}'::jsonb,
  channel text NOT NULL DEFAULT 'email' CHECK (channel IN ('email', 'sms', 'push')),
  -- The same text as HTML. Null for emails of plain text.
  html text
);
CREATE INDEX mails_waiting ON mails (next_attempt_at) WHERE sent_at IS NULL;
-- Finds the sent and unsent emails to an erased person.
CREATE INDEX mails_by_recipient ON mails (lower(recipient));
REVOKE SELECT, UPDATE, DELETE ON mails FROM aisle_located;

-- The change log: changes of records, and announcements that change no record. Live events, order messages and other
-- readers follow it in the order of commits. Ids can commit out of order, so readers take only rows of transactions
-- that are older than every running one. Rows are kept for at least 7 days and until every reader has passed them.
CREATE TABLE changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
  at timestamptz NOT NULL DEFAULT now(),
  -- The resource of the record, or the topic of an announcement.
  resource text NOT NULL,
  action text NOT NULL,
  record_id uuid,
  -- Null if the change is not limited to a location.
  location_id uuid,
  -- The version after the change. Null for announcements and for records without versions.
  version bigint,
  -- The names of the changed fields. Null if the record was created or deleted.
  fields text[],
  -- The previous values of the changed fields and the previous version, to merge edits.
  former jsonb,
  -- Null for programs and announcements.
  actor_id uuid,
  -- Null for announcements.
  actor_name text,
  -- The permission that live events require. Null if they require none.
  permission text,
  -- Null if the change is not limited to one user.
  user_id uuid,
  -- Sent to browsers with the live event.
  data jsonb,
  -- Facts at the time of the change, for readers such as webhooks. Never sent to browsers.
  snapshot jsonb
);
CREATE INDEX changes_by_position ON changes (transaction_id, id);
CREATE INDEX changes_by_age ON changes (at);
-- Finds out whether a list has changed since it was counted.
CREATE INDEX changes_by_resource ON changes (resource, transaction_id);
CREATE INDEX changes_by_record ON changes (record_id, id) WHERE former IS NOT NULL;
-- Store staff can add changes of their locations and of records without a location, but can read none.
ALTER TABLE changes ENABLE ROW LEVEL SECURITY;
CREATE POLICY everywhere ON changes TO aisle_all USING (true) WITH CHECK (true);
CREATE POLICY own_locations ON changes FOR INSERT TO aisle_located
  WITH CHECK (location_id IS NULL OR location_id = ANY ((SELECT actor_locations())::uuid[]));
REVOKE SELECT, UPDATE, DELETE ON changes FROM aisle_located;

-- The position of each reader of the change log: rows up to it are read.
CREATE TABLE change_readers (
  name text PRIMARY KEY,
  -- A new reader begins with the transactions that are running.
  transaction_id xid8 NOT NULL DEFAULT pg_snapshot_xmin(pg_current_snapshot()),
  change_id bigint NOT NULL DEFAULT 0,
  -- The system_identifier of the cluster that transaction_id belongs to. Null until the reader first moves.
  cluster_id bigint
);
REVOKE ALL ON change_readers FROM aisle_located;
INSERT INTO change_readers (name) VALUES ('notices'), ('webhooks');

-- The change log in the order of becoming visible, for `GET changes`: a row for each changed record of a topic. A step in the
-- background numbers changes after their commit, so writes don't wait for it. Number = day since 1970 (UTC) times 2^32, plus
-- a count: each day has a partition, which number_changes() adds and drops after 30 days.
CREATE TABLE change_feed (
  number bigint PRIMARY KEY,
  topic text NOT NULL,
  type text NOT NULL CHECK (type IN ('created', 'changed', 'deleted', 'merged')),
  record_id uuid NOT NULL,
  -- The order of a line or payment.
  parent_id uuid,
  -- Null if the change is not limited to a location.
  location_id uuid,
  -- The version after the change. Null for records without versions.
  version bigint,
  at timestamptz NOT NULL
) PARTITION BY RANGE (number);
ALTER TABLE change_feed ENABLE ROW LEVEL SECURITY;
CREATE POLICY everywhere ON change_feed FOR SELECT TO aisle_all USING (true);
REVOKE INSERT, UPDATE, DELETE ON change_feed FROM aisle_all, aisle_located;
-- The partitions. Only the owner of the database has access; the policies of the table apply to everyone else.
CREATE SCHEMA change_feed_days;

-- The state of the numbering.
CREATE TABLE change_feed_state (
  id boolean DEFAULT true CHECK (id) PRIMARY KEY,
  -- Part of every cursor. Cursors of another history have expired.
  history uuid NOT NULL DEFAULT gen_random_uuid(),
  origin text NOT NULL,
  -- Changes of transactions that this snapshot shows have numbers.
  seen pg_snapshot NOT NULL DEFAULT pg_current_snapshot(),
  -- The highest number.
  head bigint NOT NULL DEFAULT 0
);
REVOKE ALL ON change_feed_state FROM aisle_located;
REVOKE INSERT, UPDATE, DELETE ON change_feed_state FROM aisle_all;

-- Identifies this copy of the database: a restore changes it, since another copy may have given the same numbers to other
-- changes.
CREATE FUNCTION change_feed_origin() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT concat_ws('-', (SELECT system_identifier FROM pg_control_system()),
    (SELECT timeline_id FROM pg_control_checkpoint()), 'change_feed_state'::regclass::oid)
$$;

INSERT INTO change_feed_state (origin) SELECT change_feed_origin();

-- Background jobs that users start and follow.
CREATE TABLE jobs (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  title text NOT NULL,
  permission text NOT NULL,
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'running', 'done', 'failed', 'cancelled')),
  input jsonb NOT NULL DEFAULT '{}'::jsonb,
  done_count bigint NOT NULL DEFAULT 0,
  total_count bigint,
  result jsonb,
  error text,
  -- The user or API key.
  created_by uuid,
  -- Null if the job is not limited to locations.
  location_ids uuid[],
  -- Incremented each time a worker starts the job. A worker with an older number has lost the job.
  attempt integer NOT NULL DEFAULT 0,
  -- The worker updates it every few seconds. A running job with an old heartbeat is abandoned.
  heartbeat_at timestamptz,
  cancel_requested_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  finished_at timestamptz
);
CREATE INDEX jobs_by_person ON jobs (created_by, created_at DESC);
CREATE INDEX jobs_running ON jobs (heartbeat_at) WHERE status = 'running';
-- Monitoring counts waiting and failed jobs every few seconds.
CREATE INDEX jobs_waiting ON jobs (created_at) WHERE status = 'waiting';
CREATE INDEX jobs_failed ON jobs (finished_at) WHERE status = 'failed';
-- For administrators, who see the jobs of all users.
CREATE INDEX jobs_by_time ON jobs (created_at DESC, id DESC);
SELECT restrict_to('jobs', 'created_by = (SELECT actor_id())');

-- Saved list views of users: filters, sort order and columns.
CREATE TABLE saved_views (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- The path of the list's screen, such as '/orders'.
  list text NOT NULL,
  name text NOT NULL,
  -- The query parameters of the list's URL.
  search jsonb NOT NULL,
  is_shared boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX saved_views_name ON saved_views (user_id, list, lower(name));
CREATE INDEX saved_views_shared ON saved_views (list, id) WHERE is_shared;
SELECT restrict_to('saved_views', 'is_shared OR user_id = (SELECT actor_id())', 'user_id = (SELECT actor_id())');
SELECT versioned('saved_views');

-- Records that were just deleted, as their row was, so that the user who deleted them can restore them.
CREATE TABLE deleted_records (
  -- The table of the record, such as 'brands'.
  resource text NOT NULL,
  id uuid NOT NULL,
  -- The user or API key.
  user_id uuid NOT NULL,
  record jsonb NOT NULL,
  -- Parts of the record that are in other tables.
  details jsonb NOT NULL DEFAULT '{}'::jsonb,
  -- The record's picture, which is deleted with this row.
  image_id uuid REFERENCES files,
  deleted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (resource, id)
);
SELECT restrict_to('deleted_records', 'user_id = (SELECT actor_id())', 'user_id = (SELECT actor_id())');

-- Bulk edits, with their filter, change and progress.
CREATE TABLE bulk_changes (
  id uuid PRIMARY KEY,
  -- The feature that applies the edit, such as 'subProducts'.
  kind text NOT NULL,
  title text NOT NULL,
  permission text NOT NULL,
  request jsonb NOT NULL,
  state text NOT NULL DEFAULT 'changing' CHECK (state IN ('changing', 'changed', 'undoing', 'undone')),
  -- Null until the rows of the edit are stored. From then on, the edit applies to these rows only.
  row_count integer,
  -- The number of rows by outcome: { "changed": 1200, "refused": 3 }.
  counts jsonb NOT NULL DEFAULT '{}'::jsonb,
  -- The current or latest job of the edit.
  job_id uuid REFERENCES jobs ON DELETE SET NULL,
  -- The user or API key.
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX bulk_changes_by_age ON bulk_changes (kind, created_at DESC, id DESC);
SELECT restrict_to('bulk_changes', 'created_by = (SELECT actor_id())', 'created_by = (SELECT actor_id())');

-- The outcome of a bulk edit for each record, with the old values for undo.
CREATE TABLE bulk_rows (
  change_id uuid NOT NULL REFERENCES bulk_changes ON DELETE CASCADE,
  position integer NOT NULL,
  record_id uuid NOT NULL,
  -- Null if the record has no location.
  location_id uuid,
  -- `same`: the record already had the value. `refused`: the edit was rejected for this record. `kept`: the undo
  -- skipped the record because it was edited later.
  outcome text NOT NULL DEFAULT 'waiting' CHECK (outcome IN ('waiting', 'changed', 'same', 'refused', 'undone', 'kept')),
  reason text,
  -- Values of the changed fields only.
  before jsonb,
  after jsonb,
  -- The record's version after the edit. A different version means that the record was edited later.
  version integer,
  PRIMARY KEY (change_id, "position")
);
CREATE INDEX bulk_rows_to_do ON bulk_rows (change_id, position) WHERE outcome IN ('waiting', 'changed');
CREATE INDEX bulk_rows_by_outcome ON bulk_rows (change_id, outcome, position);
SELECT restrict_to('bulk_rows',
  'change_id IN (SELECT id FROM bulk_changes)
   AND (location_id IS NULL OR location_id = ANY ((SELECT actor_locations())::uuid[]))',
  'location_id IS NULL OR location_id = ANY ((SELECT actor_locations())::uuid[])');

-- The column mapping that a user last chose for files with the same column names.
CREATE TABLE import_memories (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL,
  -- The sorted column names in lower case, to recognize files with the same columns.
  heading text NOT NULL,
  columns text[] NOT NULL,
  mapping jsonb NOT NULL,
  options jsonb NOT NULL,
  used_at timestamptz NOT NULL DEFAULT now(),
  -- The kind of import. Files of two kinds can have the same column names with different meanings.
  kind text NOT NULL,
  -- Columns that were suggested for a field and that the user removed. Later files with these columns don't suggest
  -- them again. Other columns without a field had no values and are suggested again.
  declined text[] NOT NULL DEFAULT '{}'::text[]
);
CREATE UNIQUE INDEX import_memories_heading ON import_memories (user_id, kind, md5(heading));
SELECT restrict_to('import_memories', 'user_id = (SELECT actor_id())', 'user_id = (SELECT actor_id())');

-- Imports of uploaded files: the column mapping, the counts of the check, and the progress.
CREATE TABLE imports (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('products', 'customers', 'vendors', 'prices', 'stock', 'promotionGoods')),
  -- The job has further details while it runs and after it is interrupted.
  status text NOT NULL DEFAULT 'uploaded' CHECK (status IN ('uploaded', 'checking', 'checked', 'importing', 'imported',
    'undoing', 'undone')),
  -- Null after the file is deleted.
  file_id uuid REFERENCES files ON DELETE SET NULL,
  file_name text NOT NULL,
  bytes bigint NOT NULL,
  -- The encoding of the uploaded file: utf-8, utf-16le, utf-16be or windows-1252. The stored file is UTF-8.
  encoding text NOT NULL DEFAULT 'utf-8',
  -- The number of line breaks, an estimate of the number of rows for the progress display.
  line_count integer NOT NULL,
  delimiter text NOT NULL,
  columns text[] NOT NULL,
  sample jsonb NOT NULL,
  mapping jsonb NOT NULL DEFAULT '{}'::jsonb,
  options jsonb NOT NULL DEFAULT '{}'::jsonb,
  -- { rows, new, changed, same, errors }
  counts jsonb,
  -- The last imported row. An interrupted import resumes after it.
  taken_to integer NOT NULL DEFAULT 0,
  error_file_key text,
  job_id uuid REFERENCES jobs ON DELETE SET NULL,
  -- The user or API key.
  created_by uuid,
  memory_id uuid REFERENCES import_memories ON DELETE SET NULL,
  -- The sheet of a workbook that is imported as CSV. Users can choose among the sheets that have rows.
  sheet text,
  sheets text[] NOT NULL DEFAULT '{}'::text[],
  -- Warnings for the user about how the sheet was read.
  notes text[] NOT NULL DEFAULT '{}'::text[],
  -- The original workbook, kept if it has several sheets with rows.
  book_id uuid REFERENCES files ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The row with the column names, and the first rows of the file, from which users can choose another one. Older
  -- imports have 0 and no rows: their column names are in the first row with text.
  heading_row integer NOT NULL DEFAULT 0,
  top jsonb NOT NULL DEFAULT '[]'::jsonb,
  -- Problems grouped by message: [{ field, column, message, rows, examples }]. `extras` counts other effects of the
  -- rows, such as new brands or unknown taxes.
  problem_groups jsonb NOT NULL DEFAULT '[]'::jsonb,
  extras jsonb NOT NULL DEFAULT '[]'::jsonb,
  archive_id uuid REFERENCES files ON DELETE SET NULL,
  archive_name text,
  -- Facts about the values of each column: the number format, an ambiguous number, and whether every cell is marked as
  -- text. Older imports have none.
  column_facts jsonb NOT NULL DEFAULT '{}'::jsonb
);
CREATE INDEX imports_by_age ON imports (created_at DESC, id DESC);
CREATE INDEX imports_by_memory ON imports (memory_id) WHERE memory_id IS NOT NULL;
SELECT restrict_to('imports', $$created_by = (SELECT actor_id()) AND kind IN ('prices', 'stock')$$,
  $$created_by = (SELECT actor_id()) AND kind IN ('prices', 'stock')$$);

-- The changes of an import by row, for its preview and its undo.
CREATE TABLE import_rows (
  import_id uuid NOT NULL REFERENCES imports ON DELETE CASCADE,
  row_number integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('new', 'changed', 'same', 'error')),
  sku text,
  name text,
  -- [{ field, before, after }]
  changes jsonb NOT NULL DEFAULT '[]'::jsonb,
  -- [{ column, value, message }]
  problems jsonb NOT NULL DEFAULT '[]'::jsonb,
  -- The original cells of rows with problems, which the error file contains unchanged.
  cells text[],
  -- The columns from here on describe the imported record. They have no foreign keys, since the record or its product
  -- can be deleted later.
  taken boolean NOT NULL DEFAULT false,
  record_id uuid,
  record_version integer,
  product_id uuid,
  undo text CHECK (undo IN ('undone', 'kept')),
  undo_reason text,
  location_id uuid,
  -- The promotion of an item.
  promotion_id uuid,
  PRIMARY KEY (import_id, row_number)
);
CREATE INDEX import_rows_by_kind ON import_rows (import_id, kind, row_number);
CREATE INDEX import_rows_by_undo ON import_rows (import_id, undo, row_number) WHERE taken;
SELECT restrict_to('import_rows',
  'import_id IN (SELECT id FROM imports)
   AND (location_id IS NULL OR location_id = ANY ((SELECT actor_locations())::uuid[]))',
  'import_id IN (SELECT id FROM imports)
   AND (location_id IS NULL OR location_id = ANY ((SELECT actor_locations())::uuid[]))');

-- Products that an import added or changed. Several rows of the file can belong to one product.
CREATE TABLE import_products (
  import_id uuid NOT NULL REFERENCES imports ON DELETE CASCADE,
  product_id uuid NOT NULL,
  is_new boolean NOT NULL,
  -- The previous values by column, for undo.
  before jsonb NOT NULL DEFAULT '{}'::jsonb,
  -- The product's version after the import.
  version integer NOT NULL,
  undone boolean NOT NULL DEFAULT false,
  PRIMARY KEY (import_id, product_id)
);
REVOKE ALL ON import_products FROM aisle_located;

-- Brands and categories that an import added.
CREATE TABLE import_places (
  import_id uuid NOT NULL REFERENCES imports ON DELETE CASCADE,
  resource text NOT NULL CHECK (resource IN ('brands', 'categories')),
  record_id uuid NOT NULL,
  PRIMARY KEY (import_id, resource, record_id)
);
REVOKE ALL ON import_places FROM aisle_located;

-- Webhook endpoints, with the events that each one subscribes to.
CREATE TABLE webhook_endpoints (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  url text NOT NULL,
  -- Event kinds of the contract. No check constraint, so that a new kind needs no migration.
  events text[] NOT NULL CHECK (cardinality(events) > 0),
  status boolean NOT NULL DEFAULT true,
  -- Signs the payloads. It can't be hashed, since signing needs its value.
  secret text NOT NULL,
  -- Signs in addition to the new secret for a while after a rotation, so that the receiver can switch without rejecting
  -- deliveries.
  old_secret text,
  old_secret_until timestamptz,
  -- When deliveries started to fail. Null while they succeed.
  failing_since timestamptz,
  last_delivered_at timestamptz,
  -- During a delivery, another process may take over at this time. After a failure, it is the time of the retry.
  next_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  created_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL DEFAULT now() + '1 year'::interval,
  maker_left_at timestamptz,
  maker_name text,
  reminded_days integer,
  -- The transactions that were committed before the endpoint became active, whose changes it doesn't get, and the
  -- system_identifier of the cluster that they belong to. In another cluster, after a restore, the endpoint gets every change.
  active_from pg_snapshot NOT NULL DEFAULT pg_current_snapshot(),
  active_from_cluster bigint NOT NULL DEFAULT (pg_control_system()).system_identifier,
  -- The locations whose events it gets, besides events without a location. Null for all.
  location_ids uuid[],
  -- `fat` payloads also have the current record.
  body text NOT NULL DEFAULT 'thin' CHECK (body IN ('thin', 'fat')),
  connection_id uuid NOT NULL DEFAULT new_connection() REFERENCES connections
);
CREATE UNIQUE INDEX webhook_endpoints_by_connection ON webhook_endpoints (connection_id);
CREATE INDEX webhook_endpoints_by_maker ON webhook_endpoints (created_by);
CREATE TRIGGER increment_version BEFORE UPDATE OF name, url, events, status, secret, location_ids, body ON webhook_endpoints FOR EACH ROW EXECUTE FUNCTION increment_version();
REVOKE ALL ON webhook_endpoints FROM aisle_located;

-- Deliveries of events to endpoints. The reader of the change log writes them.
CREATE TABLE webhook_deliveries (
  -- The order of the events.
  position bigint GENERATED ALWAYS AS IDENTITY,
  id uuid PRIMARY KEY,
  endpoint_id uuid NOT NULL REFERENCES webhook_endpoints ON DELETE CASCADE,
  -- All endpoints and replays share the id of an event.
  event_id uuid NOT NULL,
  event text NOT NULL,
  record_id uuid,
  -- The exact request body.
  payload text NOT NULL CHECK (length(payload) <= 65536),
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'delivered', 'dead')),
  next_at timestamptz NOT NULL DEFAULT now(),
  attempt_count smallint NOT NULL DEFAULT 0,
  -- The attempts: [{ at, httpStatus, ms, problem, response }].
  attempts jsonb NOT NULL DEFAULT '[]'::jsonb,
  replay_of uuid,
  delivered_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
-- Prevents a change that is read again from being sent again.
CREATE UNIQUE INDEX webhook_deliveries_once ON webhook_deliveries (endpoint_id, event_id) WHERE replay_of IS NULL;
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries (endpoint_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (endpoint_id, next_at) WHERE status = 'waiting';
CREATE INDEX webhook_deliveries_dead ON webhook_deliveries (created_at) WHERE status = 'dead';
REVOKE ALL ON webhook_deliveries FROM aisle_located;

-- Conditions that staff are notified about, with their start and end.
CREATE TABLE notices (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN (
    'outOfStock',
    'low',
    'expiring',
    'drift',
    'late',
    'statements',
    'backup',
    'keys',
    'ticketAssigned',
    'ticketReply',
    'ticketDue',
    'dispute',
    'cardPayments',
    'countNeeded')),
  -- Null if the notice concerns the whole marketplace.
  location_id uuid,
  sub_product_id uuid,
  lot_id uuid,
  -- The late order. The notice ends when the order is delivered, cancelled or postponed.
  order_id uuid,
  -- Visible only to users with this permission. Null if no permission is required.
  permission text,
  text text,
  at timestamptz NOT NULL DEFAULT now(),
  over_at timestamptz,
  user_id uuid REFERENCES users ON DELETE CASCADE,
  ticket_id uuid,
  CONSTRAINT notices_of_agent CHECK ((kind ~~ 'ticket%') = (ticket_id IS NOT NULL)
    AND (kind ~~ 'ticket%') = (user_id IS NOT NULL))
);
CREATE INDEX notices_by_age ON notices (at DESC, id DESC);
CREATE INDEX notices_by_location ON notices (location_id, at DESC, id DESC);
CREATE INDEX notices_of_lot ON notices (lot_id) WHERE lot_id IS NOT NULL AND over_at IS NULL;
CREATE INDEX notices_of_order ON notices (order_id) WHERE order_id IS NOT NULL AND over_at IS NULL;
CREATE INDEX notices_late ON notices (location_id, at DESC) WHERE kind = 'late' AND over_at IS NULL;
CREATE UNIQUE INDEX notices_once ON notices (kind, location_id, sub_product_id, lot_id, order_id) NULLS NOT DISTINCT
  WHERE over_at IS NULL AND kind NOT IN ('drift', 'cardPayments') AND ticket_id IS NULL;
CREATE UNIQUE INDEX notices_of_ticket ON notices (ticket_id, kind) WHERE over_at IS NULL AND ticket_id IS NOT NULL;
CREATE INDEX notices_of_user ON notices (user_id, at DESC) WHERE over_at IS NULL AND user_id IS NOT NULL;
CREATE INDEX notices_open ON notices (kind, at DESC) INCLUDE (location_id, user_id, id) WHERE over_at IS NULL;
SELECT restrict_to_locations('notices');
SELECT read_only_for_locations('notices');

-- Notices that users have read.
CREATE TABLE notice_reads (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  notice_id uuid NOT NULL REFERENCES notices ON DELETE CASCADE,
  PRIMARY KEY (user_id, notice_id)
);
SELECT restrict_to('notice_reads', 'user_id = (SELECT actor_id())', 'user_id = (SELECT actor_id())');

-- A user's notification settings, and the times up to which notices are read and emailed.
CREATE TABLE notice_settings (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  mail text NOT NULL DEFAULT 'off' CHECK (mail IN ('off', 'soon', 'daily')),
  kinds text[] NOT NULL DEFAULT '{outOfStock,low,expiring,drift,late,keys,ticketAssigned,ticketReply,ticketDue}'::text[],
  -- Notices up to this time count as read.
  read_until timestamptz,
  -- Notices up to this time are not emailed anymore.
  mailed_until timestamptz NOT NULL DEFAULT now(),
  -- What push notifications are about.
  push_kinds text[] NOT NULL DEFAULT '{newOrder,ticketAssigned,ticketReply,ticketDue}'::text[]
);
SELECT restrict_to('notice_settings', 'user_id = (SELECT actor_id())', 'user_id = (SELECT actor_id())');

-- Sent digests. Prevents a second digest for the same user, time zone and day.
CREATE TABLE notice_digests (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  time_zone text NOT NULL,
  day date NOT NULL,
  PRIMARY KEY (user_id, time_zone, day)
);
REVOKE ALL ON notice_digests FROM aisle_located;

-- Browsers that get push notifications: of a user until the session ends, or of a driver.
CREATE TABLE push_devices (
  id uuid PRIMARY KEY,
  session_id uuid UNIQUE REFERENCES sessions ON DELETE CASCADE,
  user_id uuid REFERENCES users ON DELETE CASCADE,
  driver_id uuid,
  -- The address at the browser's push service, and the browser's keys, which encrypt each notification.
  endpoint text NOT NULL,
  p256dh text NOT NULL,
  auth text NOT NULL,
  -- When the driver last opened a trip with this browser.
  seen_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT push_devices_of_one CHECK ((session_id IS NULL) = (user_id IS NULL) AND (user_id IS NULL) <> (driver_id IS NULL))
);
CREATE INDEX push_devices_by_user ON push_devices (user_id);
CREATE INDEX push_devices_by_driver ON push_devices (driver_id) WHERE driver_id IS NOT NULL;
CREATE UNIQUE INDEX push_devices_of_drivers ON push_devices (endpoint) WHERE driver_id IS NOT NULL;

-- Push notifications that are not sent yet. Sent ones are deleted, since links in them open trips of drivers.
CREATE TABLE push_messages (
  id uuid PRIMARY KEY,
  device_id uuid NOT NULL REFERENCES push_devices ON DELETE CASCADE,
  -- What the notification shows, the page that it opens, and its tag: it replaces a shown one with the same tag.
  content jsonb NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  next_attempt_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX push_messages_waiting ON push_messages (next_attempt_at);
CREATE INDEX push_messages_by_device ON push_messages (device_id);
REVOKE SELECT, UPDATE, DELETE ON push_messages FROM aisle_located;
SELECT restrict_to('push_messages', 'false', 'EXISTS (SELECT FROM push_devices d WHERE d.id = device_id)');

-- Preferences of users. They are in a separate table because users are visible to everyone who manages them, and
-- preferences only to the user.
CREATE TABLE preferences (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  preferences jsonb NOT NULL DEFAULT '{}'::jsonb CHECK (jsonb_typeof(preferences) = 'object'),
  updated_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE preferences ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_row ON preferences TO aisle_all, aisle_located
  USING (user_id = (SELECT actor_id())) WITH CHECK (user_id = (SELECT actor_id()));

-- Encrypted secrets of authenticator apps. A new secret is pending until a code confirms it; the previous one works
-- until then.
CREATE TABLE authenticator_apps (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  secret bytea,
  pending_secret bytea,
  confirmed_at timestamptz,
  -- The time step of the last accepted code. Codes of this or an earlier step are rejected.
  last_step bigint NOT NULL DEFAULT 0,
  CONSTRAINT authenticator_apps_check CHECK ((secret IS NULL) = (confirmed_at IS NULL))
);
SELECT restrict_to('authenticator_apps', 'EXISTS (SELECT FROM users u WHERE u.id = user_id)');

-- Registered passkeys of users.
CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- In base64url, as browsers send it.
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX passkeys_by_user ON passkeys (user_id);
SELECT restrict_to('passkeys', 'EXISTS (SELECT FROM users u WHERE u.id = user_id)');

-- Recovery codes, hashed like passwords. The codes of a user share one salt, so that an entered code is hashed only
-- once.
CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  salt bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, code_hash)
);
SELECT restrict_to('recovery_codes', 'EXISTS (SELECT FROM users u WHERE u.id = user_id)');

-- Attempts to enter a verification code. Each is counted before the code is checked, and a correct code clears the
-- count.
CREATE TABLE second_factor_guesses (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  guessed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX second_factor_guesses_by_user ON second_factor_guesses (user_id, guessed_at);
SELECT restrict_to('second_factor_guesses', 'EXISTS (SELECT FROM users u WHERE u.id = user_id)');

-- Sign-ins that passed the password check and wait for the second factor. The table stores only hashes of their
-- tickets.
CREATE TABLE sign_in_tickets (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_tickets_by_user ON sign_in_tickets (user_id);
SELECT restrict_to('sign_in_tickets', 'EXISTS (SELECT FROM users u WHERE u.id = user_id)');

-- One-time challenges for passkeys. user_id is null for a sign-in with only a passkey.
CREATE TABLE passkey_challenges (
  challenge text PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('register', 'signIn', 'secondFactor', 'confirm')),
  user_id uuid REFERENCES users ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_challenges_by_user ON passkey_challenges (user_id);
SELECT restrict_to('passkey_challenges', 'EXISTS (SELECT FROM users u WHERE u.id = user_id)');

-- Requested email changes. A change takes effect when the link in the new inbox is opened. The old address can stop it,
-- also for some time afterwards.
CREATE TABLE email_changes (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  old_email text NOT NULL,
  new_email text NOT NULL,
  -- Hashes of the tokens in the two links.
  confirm_hash bytea NOT NULL UNIQUE,
  stop_hash bytea NOT NULL UNIQUE,
  -- The session of a user who changes their own email. It stays open when the change takes effect.
  session_id uuid REFERENCES sessions ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  confirmed_at timestamptz,
  -- When the old address stopped the change or another change replaced it.
  stopped_at timestamptz
);
CREATE INDEX email_changes_by_user ON email_changes (user_id);
CREATE INDEX email_changes_by_session ON email_changes (session_id) WHERE session_id IS NOT NULL;
SELECT restrict_to('email_changes', 'EXISTS (SELECT FROM users u WHERE u.id = user_id)',
  'EXISTS (SELECT FROM users u WHERE u.id = user_id)');

-- Whether this is the demo marketplace. The first start writes the only row.
CREATE TABLE installation (
  is_one boolean DEFAULT true CHECK (is_one) PRIMARY KEY,
  is_demo boolean NOT NULL,
  -- Whether the first start generated random passwords for the demo users.
  has_own_passwords boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);
REVOKE UPDATE, DELETE ON installation FROM aisle_all;
REVOKE ALL ON installation FROM aisle_located;

-- Versions of the key that encrypts secrets, each with a fingerprint.
CREATE TABLE secret_keys (
  version integer CHECK (version > 0) PRIMARY KEY,
  -- Identifies the key without revealing it.
  fingerprint bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
REVOKE ALL ON secret_keys FROM aisle_located;

-- The hash chain over the audit log, which reveals deleted and edited entries.
CREATE TABLE audit_chain (
  position bigint PRIMARY KEY,
  entry_id uuid NOT NULL UNIQUE,
  at timestamptz NOT NULL,
  -- The salted hash of the entry's before and after values. An erasure blanks the values and deletes the salt, and the
  -- chain remains valid.
  content bytea NOT NULL,
  hash bytea NOT NULL
);
SELECT append_only('audit_chain');
REVOKE INSERT ON audit_chain FROM aisle_all;
REVOKE ALL ON audit_chain FROM aisle_located;

-- The salt of each audit entry. Without it, the chain would let readers verify guesses of erased content.
CREATE TABLE audit_salts (
  entry_id uuid PRIMARY KEY,
  salt bytea NOT NULL
);
REVOKE INSERT, UPDATE, DELETE ON audit_salts FROM aisle_all;
REVOKE ALL ON audit_salts FROM aisle_located;

-- Row-level security, policies, grants and triggers after the last migration. Each start compares the database with
-- them, since a manually restored database can lack some.
CREATE TABLE access_rules (
  only_row boolean DEFAULT true CHECK (only_row) PRIMARY KEY,
  rules jsonb NOT NULL
);
REVOKE ALL ON access_rules FROM aisle_all, aisle_located;

-- Images of an uploaded ZIP file by path.
CREATE TABLE import_archive_files (
  import_id uuid NOT NULL REFERENCES imports ON DELETE CASCADE,
  -- The path in lower case, and the file name without its folders. Cells can refer to an image by either.
  key text NOT NULL,
  base text NOT NULL,
  path text NOT NULL,
  -- The SHA-256 digest. Null if the file can't be used; `problem` then has the reason.
  digest bytea,
  problem text,
  CONSTRAINT import_archive_files_check CHECK ((digest IS NULL) = (problem IS NOT NULL)),
  PRIMARY KEY (import_id, key)
);
CREATE INDEX import_archive_files_by_base ON import_archive_files (import_id, base);
REVOKE ALL ON import_archive_files FROM aisle_located;

-- Counts erasures of customers. Long-running jobs that read customers compare it before and after they read.
CREATE SEQUENCE erasures;

-- The progress of normalizing stored text for each table, with the version of the rules.
CREATE TABLE text_normalizations (
  target text PRIMARY KEY,
  rules integer NOT NULL,
  -- The key of the last processed row. Null before the first one.
  last_key uuid[],
  changed integer NOT NULL DEFAULT 0,
  skipped integer NOT NULL DEFAULT 0,
  finished_at timestamptz
);
REVOKE ALL ON text_normalizations FROM aisle_located;

-- Rows that were not normalized because another row already has the normalized value. The hashes cover the values of
-- both rows when found: a pair is no longer listed after either value changes. The table stores no personal text.
CREATE TABLE possible_duplicates (
  resource text NOT NULL,
  record_id uuid NOT NULL,
  field text NOT NULL,
  other_id uuid NOT NULL,
  record_hash text NOT NULL,
  other_hash text NOT NULL,
  found_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (resource, record_id, field)
);
REVOKE ALL ON possible_duplicates FROM aisle_located;
