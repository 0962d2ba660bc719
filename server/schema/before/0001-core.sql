-- Who may read and write which rows, the helpers that every table uses, and what the server keeps for itself.

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- Two roles that own nothing and bypass nothing. Work that is not limited to certain locations runs as aisle_all; users of
-- certain locations act as aisle_located and see only the rows of app.locations.
-- Roles belong to the whole cluster, so another installation on it may have created them already.
DO $$ BEGIN CREATE ROLE aisle_all NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
DO $$ BEGIN CREATE ROLE aisle_located NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
GRANT USAGE ON SCHEMA public TO aisle_all, aisle_located;
-- Functions, SECURITY DEFINER ones among them, may be called by these two roles only, not by PUBLIC.
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT EXECUTE ON FUNCTIONS TO aisle_all, aisle_located;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO aisle_all, aisle_located;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO aisle_all, aisle_located;
-- After the default privileges, so that they apply to its functions.
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;

-- The locations of the acting user: set once per transaction, empty when not set.
CREATE FUNCTION actor_locations() RETURNS uuid[] LANGUAGE sql STABLE PARALLEL SAFE AS
$$ SELECT coalesce(nullif(current_setting('app.locations', true), ''), '{}')::uuid[] $$;
CREATE FUNCTION actor_id() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS
$$ SELECT nullif(current_setting('app.user', true), '')::uuid $$;
-- For SECURITY DEFINER functions: whether the acting user has access to a location.
CREATE FUNCTION acts_at(location uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT location = ANY (actor_locations()) OR pg_has_role(session_user, 'aisle_all', 'member')
    OR NOT pg_has_role(session_user, 'aisle_located', 'member')
$$;

-- Limits a table to the rows of the actor's locations. The sub-select makes it evaluate once per query.
CREATE FUNCTION keep_to_locations(target regclass, location_column text DEFAULT 'location_id') RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  mine text := format('%I = ANY ((SELECT actor_locations())::uuid[])', location_column);
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('CREATE POLICY everywhere ON %s TO aisle_all USING (true) WITH CHECK (true)', target);
  EXECUTE format('CREATE POLICY own_locations ON %s TO aisle_located USING (%s) WITH CHECK (%s)', target, mine, mine);
END $$;

-- The same for tables without a location column, by a custom condition.
CREATE FUNCTION keep_to(target regclass, condition text, check_condition text DEFAULT 'true') RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('CREATE POLICY everywhere ON %s TO aisle_all USING (true) WITH CHECK (true)', target);
  EXECUTE format('CREATE POLICY own_locations ON %s TO aisle_located USING (%s) WITH CHECK (%s)', target, condition, check_condition);
END $$;

-- For tables that everybody reads and only users of the whole marketplace write.
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

-- Every edit increments the version and sets updated_at.
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

-- A timestamp in the format of the API, for use inside JSON that the database builds.
CREATE FUNCTION iso(instant timestamptz) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS
$$ SELECT to_char(instant AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') $$;

-- The same as the server generates: ordered by time, so that a list by id is a list by age.
CREATE FUNCTION new_uuid_v7() RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid
$$;

-- A number as people know it: O-100042. The same as formatNumber in the contract; a test compares them.
CREATE FUNCTION format_number(kind text, number bigint) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE kind
    WHEN 'order' THEN 'O' WHEN 'checkout' THEN 'M' WHEN 'lot' THEN 'L' WHEN 'count' THEN 'C' WHEN 'return' THEN 'R'
    WHEN 'trip' THEN 'T' WHEN 'statement' THEN 'S' WHEN 'recall' THEN 'Q' WHEN 'transfer' THEN 'X'
    WHEN 'ticket' THEN 'H' WHEN 'subscriptionInvoice' THEN 'I' END || '-' || number
$$;

-- Keys that the server generates at first start (signing of URLs and the like).
CREATE TABLE server_secrets (
  name text PRIMARY KEY,
  value bytea NOT NULL
);
REVOKE ALL ON server_secrets FROM aisle_located;

CREATE TABLE files (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('image', 'csv', 'document', 'export')),
  -- Path of the content below the storage root; images have one object per size below it.
  storage_key text NOT NULL,
  mime text NOT NULL,
  bytes bigint NOT NULL,
  name text NOT NULL,
  width integer,
  height integer,
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Repeating a request with the same key and body returns the stored answer. Written in the transaction that it guards.
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
