-- The programs that use API keys. A key that replaces another one continues its connection.
CREATE TABLE connections (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  created_at timestamptz NOT NULL DEFAULT now()
);
REVOKE ALL ON connections FROM aisle_located;

-- Adds a connection for a new key.
CREATE FUNCTION new_connection() RETURNS uuid LANGUAGE sql AS
$$ INSERT INTO connections DEFAULT VALUES RETURNING id $$;

ALTER TABLE api_keys
  ADD COLUMN connection_id uuid REFERENCES connections,
  ADD COLUMN permissions text[] NOT NULL DEFAULT '{}',
  ADD COLUMN location_ids uuid[],
  ADD COLUMN may_move_money boolean NOT NULL DEFAULT false,
  ADD COLUMN allowed_addresses text[] NOT NULL DEFAULT '{}',
  ADD COLUMN limit_per_minute integer NOT NULL DEFAULT 600 CHECK (limit_per_minute > 0),
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
-- Each existing key gets a connection of its own.
INSERT INTO connections (id, created_at) SELECT id, created_at FROM api_keys;
UPDATE api_keys SET connection_id = id;
ALTER TABLE api_keys ALTER COLUMN connection_id SET NOT NULL, ALTER COLUMN connection_id SET DEFAULT new_connection();
CREATE INDEX api_keys_by_connection ON api_keys (connection_id);
CREATE TRIGGER increment_version BEFORE UPDATE OF name, permissions, location_ids, may_move_money, allowed_addresses, limit_per_minute
  ON api_keys FOR EACH ROW EXECUTE FUNCTION increment_version();

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

-- The function now also takes the permissions of the key.
DROP FUNCTION IF EXISTS key_needs(text[]);

-- A key of certain locations also sees only orders of these.
CREATE POLICY locations_of_key ON orders AS RESTRICTIVE TO aisle_key
  USING (nullif(current_setting('app.locations', true), '') IS NULL
    OR location_id = ANY ((SELECT actor_locations())::uuid[]));
