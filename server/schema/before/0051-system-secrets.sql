-- What the installation is, and the versions of the key that secrets are sealed with. The key itself is not here.

-- One row, written by the first start. A database that is in use already is what it holds.
CREATE TABLE installation (
  is_one boolean PRIMARY KEY DEFAULT true CHECK (is_one),
  is_demo boolean NOT NULL,
  -- The passwords of the demo were made up at the first start.
  has_own_passwords boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);
REVOKE ALL ON installation FROM aisle_located;
REVOKE UPDATE, DELETE, TRUNCATE ON installation FROM aisle_all;
INSERT INTO installation (is_demo)
SELECT EXISTS (SELECT FROM users WHERE email = 'owner@aisle.example') AND EXISTS (SELECT FROM users WHERE email = 'clerk@aisle.example')
WHERE EXISTS (SELECT FROM users WHERE password_hash IS NOT NULL);

CREATE TABLE secret_keys (
  version integer PRIMARY KEY CHECK (version > 0),
  -- Says whether a key is this one.
  fingerprint bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
REVOKE ALL ON secret_keys FROM aisle_located;

-- Sealing with another key is no edit of the record.
CREATE OR REPLACE FUNCTION count_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('app.sealing', true) = 'on' THEN RETURN NEW; END IF;
  NEW.version := OLD.version + 1;
  NEW.updated_at := now();
  RETURN NEW;
END $$;
