-- Who may touch which rows, and everything that is not of the trade itself: people, sessions, settings, jobs.

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- Two roles that own nothing and bypass nothing. Everybody whose work is not kept to single locations acts
-- as aisle_all; people of single locations act as aisle_located, and see only the rows of app.locations.
-- Roles belong to the whole server, so another installation on it may have made them already.
DO $$ BEGIN CREATE ROLE aisle_all NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
DO $$ BEGIN CREATE ROLE aisle_located NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
GRANT USAGE ON SCHEMA public TO aisle_all, aisle_located;
-- What a function may do with its owner's rights is for these two alone, not for whoever else may connect.
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT EXECUTE ON FUNCTIONS TO aisle_all, aisle_located;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO aisle_all, aisle_located;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO aisle_all, aisle_located;

-- The locations of whoever acts: set once per transaction, empty when forgotten.
CREATE FUNCTION actor_locations() RETURNS uuid[] LANGUAGE sql STABLE PARALLEL SAFE AS
$$ SELECT coalesce(nullif(current_setting('app.locations', true), ''), '{}')::uuid[] $$;
CREATE FUNCTION actor_id() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS
$$ SELECT nullif(current_setting('app.user', true), '')::uuid $$;
-- For functions that act with their owner's rights: whether whoever asks reaches a location.
CREATE FUNCTION acts_at(location uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT location = ANY (actor_locations()) OR pg_has_role(session_user, 'aisle_all', 'member')
    OR NOT pg_has_role(session_user, 'aisle_located', 'member')
$$;

-- Keeps a table to the rows of the actor's locations. The sub-select makes it evaluate once per query.
CREATE FUNCTION keep_to_locations(target regclass, location_column text DEFAULT 'location_id') RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  mine text := format('%I = ANY ((SELECT actor_locations())::uuid[])', location_column);
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('CREATE POLICY everywhere ON %s TO aisle_all USING (true) WITH CHECK (true)', target);
  EXECUTE format('CREATE POLICY own_locations ON %s TO aisle_located USING (%s) WITH CHECK (%s)', target, mine, mine);
END $$;

-- The same for tables without a location, by a condition of their own.
CREATE FUNCTION keep_to(target regclass, condition text, check_condition text DEFAULT 'true') RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('CREATE POLICY everywhere ON %s TO aisle_all USING (true) WITH CHECK (true)', target);
  EXECUTE format('CREATE POLICY own_locations ON %s TO aisle_located USING (%s) WITH CHECK (%s)', target, condition, check_condition);
END $$;

-- What everybody reads and only people of the whole marketplace write.
CREATE FUNCTION read_only_for_locations(target regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON %s FROM aisle_located', target);
END $$;

-- A ledger is only ever added to.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE FUNCTION append_only(target regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON %s FROM aisle_all, aisle_located', target);
  EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %s
                  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', target);
END $$;

-- Every edit counts the version up and notes when.
CREATE FUNCTION count_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  NEW.updated_at := now();
  RETURN NEW;
END $$;
CREATE FUNCTION versioned(target regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER count_version BEFORE UPDATE ON %s FOR EACH ROW EXECUTE FUNCTION count_version()', target);
END $$;

-- One row of what the marketplace has decided; its shape is the settings schema of the contract.
CREATE TABLE settings (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  "values" jsonb NOT NULL DEFAULT '{}',
  version integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now()
);
SELECT versioned('settings');
SELECT read_only_for_locations('settings');
INSERT INTO settings DEFAULT VALUES;

-- Keys that the server makes for itself at first start (signing of URLs and the like).
CREATE TABLE server_secrets (
  name text PRIMARY KEY,
  value bytea NOT NULL
);
REVOKE ALL ON server_secrets FROM aisle_located;

CREATE TABLE files (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('image', 'csv', 'document', 'export')),
  -- Where the bytes are, below the storage root; images have one object per size below it.
  storage_key text NOT NULL,
  mime text NOT NULL,
  bytes bigint NOT NULL,
  name text NOT NULL,
  width integer,
  height integer,
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE locations (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  code text NOT NULL,
  phone text,
  email text,
  address jsonb NOT NULL,
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  time_zone text NOT NULL,
  -- { "monday": [{ "opens": "08:00", "closes": "21:00" }] }; empty means always open.
  opening_hours jsonb NOT NULL DEFAULT '{}',
  delivery_radius_km double precision NOT NULL,
  delivery_fee jsonb,
  minimum_order bigint CHECK (minimum_order >= 0),
  accepts_pickup boolean NOT NULL DEFAULT true,
  commission_rate numeric(6,3) NOT NULL DEFAULT 0 CHECK (commission_rate BETWEEN 0 AND 100),
  image_id uuid REFERENCES files,
  status boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX locations_code ON locations (lower(code));
SELECT versioned('locations');
SELECT keep_to_locations('locations', 'id');
REVOKE INSERT, DELETE ON locations FROM aisle_located;

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
-- Signing in, choosing roles or keeping preferences is no edit of the record that a form holds.
CREATE TRIGGER count_version BEFORE UPDATE OF first_name, last_name, email, phone, user_type, status ON users
  FOR EACH ROW EXECUTE FUNCTION count_version();

CREATE TABLE user_locations (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  location_id uuid NOT NULL REFERENCES locations,
  PRIMARY KEY (user_id, location_id)
);
CREATE INDEX user_locations_by_location ON user_locations (location_id);
SELECT keep_to_locations('user_locations');
SELECT keep_to('users',
  'id = (SELECT actor_id()) OR EXISTS (SELECT FROM user_locations ul WHERE ul.user_id = users.id
     AND ul.location_id = ANY ((SELECT actor_locations())::uuid[]))');
-- Whether somebody works at locations that whoever asks does not reach; their rows alone cannot tell.
CREATE FUNCTION works_elsewhere(person uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = public, pg_temp AS
$$ SELECT EXISTS (SELECT FROM user_locations WHERE user_id = person AND location_id <> ALL (actor_locations())) $$;

-- Sign-in. Only hashes of tokens are kept.
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
-- Whoever may lock a colleague out also ends their sessions.
SELECT keep_to('sessions', 'EXISTS (SELECT FROM users u WHERE u.id = user_id)');

CREATE TABLE sign_in_failures (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL,
  address text NOT NULL,
  failed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sign_in_failures_by_email ON sign_in_failures (email, failed_at);
CREATE INDEX sign_in_failures_by_address ON sign_in_failures (address, failed_at);
-- Of one e-mail at one address, so that nobody can spoil another's captcha from elsewhere.
CREATE TABLE captchas (
  email text NOT NULL,
  address text NOT NULL,
  answer_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Set by a right answer: one more attempt is open.
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
  -- The first characters, so that a person recognises it.
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

-- The same key and body give the same answer, once. Written in the transaction that it guards.
CREATE TABLE idempotency_keys (
  owner uuid NOT NULL,
  key text NOT NULL,
  route text NOT NULL,
  body_hash bytea NOT NULL,
  answer jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
SELECT keep_to('idempotency_keys', 'owner = (SELECT actor_id())', 'owner = (SELECT actor_id())');

-- Mail waits here until it has left.
CREATE TABLE mails (
  id uuid PRIMARY KEY,
  recipient text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Later after each failure; while somebody delivers it, when another may take it over.
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz
);
CREATE INDEX mails_waiting ON mails (next_attempt_at) WHERE sent_at IS NULL;
-- Mails hold links that open accounts.
REVOKE SELECT, UPDATE, DELETE ON mails FROM aisle_located;

-- What happened, for whoever looks at a screen now. Kept for a day, so that a lost connection can resume.
-- A reader takes the rows whose transaction is over for sure: position alone can commit out of order.
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
-- The server reads them for everybody and gives each stream its own.
REVOKE SELECT, UPDATE, DELETE ON live_events FROM aisle_located;

-- Long work that a person asked for and watches.
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
  -- Null: not kept to locations.
  location_ids uuid[],
  -- Counts the times it was taken up; whoever works on an older one has been given up on.
  attempt integer NOT NULL DEFAULT 0,
  -- Whoever works on it signs here every few seconds: a running job without is abandoned.
  heartbeat_at timestamptz,
  cancel_requested_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  finished_at timestamptz
);
CREATE INDEX jobs_by_person ON jobs (created_by, created_at DESC);
CREATE INDEX jobs_running ON jobs (heartbeat_at) WHERE status = 'running';
SELECT keep_to('jobs', 'created_by = (SELECT actor_id())');

-- Hands a task to the job runner, in the transaction that asks for it. The runner's own tables are out of
-- everybody's reach, and made after these migrations.
CREATE FUNCTION start_task(task text, payload jsonb, at timestamptz DEFAULT now()) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM graphile_worker.add_job(task, payload::json, run_at => at, max_attempts => 1);
END $$;

-- An instant as the wire wants it, for use inside JSON that the database builds.
CREATE FUNCTION iso(instant timestamptz) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS
$$ SELECT to_char(instant AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') $$;
