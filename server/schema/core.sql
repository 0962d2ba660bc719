-- Roles, extensions, helper functions of all domains, and internal tables of the server.

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE EXTENSION IF NOT EXISTS btree_gist;

-- Roles for row-level security; none of them owns tables or bypasses policies. Work that is not limited to locations
-- runs as aisle_all. Users of certain locations act as aisle_located and see only the rows of app.locations. API keys
-- that place orders act as aisle_key, a member of aisle_all that sees only the orders of app.api_key. Roles belong to
-- the whole cluster, so another installation may have created them already.
DO $$ BEGIN CREATE ROLE aisle_all NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
DO $$ BEGIN CREATE ROLE aisle_located NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
DO $$ BEGIN CREATE ROLE aisle_key NOLOGIN IN ROLE aisle_all; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
GRANT USAGE ON SCHEMA public TO aisle_all, aisle_located;
-- Only these two roles may call functions, including SECURITY DEFINER functions.
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT EXECUTE ON FUNCTIONS TO aisle_all, aisle_located;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO aisle_all, aisle_located;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO aisle_all, aisle_located;
-- This extension is created after the default privileges, so that they apply to its functions.
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;

-- Views in this schema have the names of tables and show store staff only the data of their locations. The search_path
-- of store staff starts with this schema.
CREATE SCHEMA located;
GRANT USAGE ON SCHEMA located TO aisle_located;

-- Sorts "apple, Banana, Éclair, zebra". The collation is deterministic: two names are equal only if their characters
-- are.
CREATE COLLATION aisle_names (provider = icu, locale = 'und');

-- Limits aisle_located to rows of the actor's locations. The sub-select makes PostgreSQL evaluate actor_locations()
-- once per query.
CREATE FUNCTION restrict_to_locations(target regclass, location_column text DEFAULT 'location_id') RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  mine text := format('%I = ANY ((SELECT actor_locations())::uuid[])', location_column);
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('CREATE POLICY everywhere ON %s TO aisle_all USING (true) WITH CHECK (true)', target);
  EXECUTE format('CREATE POLICY own_locations ON %s TO aisle_located USING (%s) WITH CHECK (%s)', target, mine, mine);
END $$;

-- Limits aisle_located to rows that meet a condition, and its writes to rows that meet check_condition.
CREATE FUNCTION restrict_to(target regclass, condition text, check_condition text DEFAULT 'true') RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('CREATE POLICY everywhere ON %s TO aisle_all USING (true) WITH CHECK (true)', target);
  EXECUTE format('CREATE POLICY own_locations ON %s TO aisle_located USING (%s) WITH CHECK (%s)', target, condition, check_condition);
END $$;

-- Makes a table read-only for users of certain locations.
CREATE FUNCTION read_only_for_locations(target regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON %s FROM aisle_located', target);
END $$;

-- Rejects changes of append-only tables. Functions of the owner that erase a person set app.erasing and may update
-- rows. The server's roles have no right to update these tables.
CREATE FUNCTION reject_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('app.erasing', true) = 'on' THEN RETURN NULL; END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

-- Makes a table append-only for all roles, including the owner.
CREATE FUNCTION append_only(target regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON %s FROM aisle_all, aisle_located', target);
  EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %s
                  FOR EACH STATEMENT EXECUTE FUNCTION reject_change()', target);
END $$;

-- Increments the version of an edited record. Encrypting a secret with another key is not an edit.
CREATE FUNCTION increment_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('app.sealing', true) = 'on' THEN RETURN NEW; END IF;
  NEW.version := OLD.version + 1;
  NEW.updated_at := now();
  RETURN NEW;
END $$;

-- Adds the trigger that increments version and sets updated_at with every update of a row.
CREATE FUNCTION versioned(target regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER increment_version BEFORE UPDATE ON %s FOR EACH ROW EXECUTE FUNCTION increment_version()', target);
END $$;

-- Secret keys that the server generates at its first start, for example to sign URLs.
CREATE TABLE server_secrets (
  name text PRIMARY KEY,
  value bytea NOT NULL
);
REVOKE ALL ON server_secrets FROM aisle_located;

-- Returns the locations of the acting user, which the server sets once per transaction. Empty if not set.
CREATE FUNCTION actor_locations() RETURNS uuid[] LANGUAGE sql STABLE PARALLEL SAFE AS
$$ SELECT coalesce(nullif(current_setting('app.locations', true), ''), '{}')::uuid[] $$;

-- Returns the acting user, which the server sets once per transaction. Null if not set.
CREATE FUNCTION actor_id() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS
$$ SELECT nullif(current_setting('app.user', true), '')::uuid $$;

-- Uploaded and generated files. The file storage holds their content.
CREATE TABLE files (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('image', 'photo', 'csv', 'document', 'export', 'mail')),
  -- The path of the content below the storage root. Each image has one object per size below its path.
  storage_key text NOT NULL,
  mime text NOT NULL,
  bytes bigint NOT NULL,
  name text NOT NULL,
  width integer,
  height integer,
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  digest bytea,
  large_digest bytea,
  -- The location that a photo was taken for, if any.
  location_id uuid
);
CREATE INDEX files_of_locations ON files (location_id) WHERE location_id IS NOT NULL;
ALTER TABLE files ENABLE ROW LEVEL SECURITY;
CREATE POLICY everywhere ON files TO aisle_all USING (true) WITH CHECK (true);
CREATE POLICY pictures ON files FOR DELETE TO aisle_located USING (kind = 'image');
-- Users delete their uploaded CSV files and the files of rejected rows together with the import.
CREATE POLICY own_tables ON files FOR DELETE TO aisle_located
  USING (kind = 'csv' AND created_by = (SELECT actor_id()));
CREATE POLICY own_uploads ON files FOR INSERT TO aisle_located
  WITH CHECK ((created_by IS NULL OR created_by = (SELECT actor_id()))
    AND (location_id IS NULL OR location_id = ANY ((SELECT actor_locations())::uuid[])));
REVOKE UPDATE ON files FROM aisle_located;

-- Stored responses by idempotency key. A retry with the same key and body gets the stored response. Each row is written
-- in the transaction of its request.
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
SELECT restrict_to('idempotency_keys', 'owner = (SELECT actor_id())', 'owner = (SELECT actor_id())');

-- Counts for rate limits, shared by all servers. A database crash empties the unlogged table, which restarts the
-- counts.
CREATE UNLOGGED TABLE limit_counts (
  key text PRIMARY KEY,
  taken bigint NOT NULL,
  ends_at timestamptz NOT NULL
);
CREATE INDEX limit_counts_ends ON limit_counts (ends_at);
REVOKE ALL ON limit_counts FROM aisle_located;

-- The position of each user's last change in the write-ahead log. The user's next read uses the replica only if the
-- replica has reached it. A database crash empties the unlogged table.
CREATE UNLOGGED TABLE write_positions (
  reader uuid PRIMARY KEY,
  position pg_lsn NOT NULL,
  at timestamptz NOT NULL
);
REVOKE ALL ON write_positions FROM aisle_located;
