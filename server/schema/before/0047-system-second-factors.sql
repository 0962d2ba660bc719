-- Second factors: authenticator apps, passkeys and recovery codes, and sign-ins that wait for one.

-- Secrets are sealed. A new one is pending until a code of it was typed; the one before works meanwhile.
CREATE TABLE authenticator_apps (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  secret bytea,
  pending_secret bytea,
  confirmed_at timestamptz,
  -- The time step of the last code that was used: none up to it is taken again.
  last_step bigint NOT NULL DEFAULT 0,
  CHECK ((secret IS NULL) = (confirmed_at IS NULL))
);
SELECT keep_to('authenticator_apps', 'EXISTS (SELECT FROM users u WHERE u.id = user_id)');

CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Base64url, as browsers send it.
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX passkeys_by_user ON passkeys (user_id);
SELECT keep_to('passkeys', 'EXISTS (SELECT FROM users u WHERE u.id = user_id)');

-- Hashed like passwords, the codes of a person with one salt, so that a typed code is hashed once.
CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  salt bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, code_hash)
);
SELECT keep_to('recovery_codes', 'EXISTS (SELECT FROM users u WHERE u.id = user_id)');

-- Typed codes, counted before they are checked; right ones forget the wrong ones.
CREATE TABLE second_factor_guesses (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  guessed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX second_factor_guesses_by_user ON second_factor_guesses (user_id, guessed_at);
SELECT keep_to('second_factor_guesses', 'EXISTS (SELECT FROM users u WHERE u.id = user_id)');

-- Sign-ins whose password was right. Only the hash of a ticket is stored.
CREATE TABLE sign_in_tickets (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_tickets_by_user ON sign_in_tickets (user_id);
SELECT keep_to('sign_in_tickets', 'EXISTS (SELECT FROM users u WHERE u.id = user_id)');

-- What an authenticator has to sign, once. Without a user: a sign-in with a passkey alone.
CREATE TABLE passkey_challenges (
  challenge text PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('register', 'signIn', 'secondFactor', 'confirm')),
  user_id uuid REFERENCES users ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_challenges_by_user ON passkey_challenges (user_id);
SELECT keep_to('passkey_challenges', 'EXISTS (SELECT FROM users u WHERE u.id = user_id)');

-- Opened where a second factor is required and there is none yet: it may only set one up.
ALTER TABLE sessions ADD COLUMN is_setup_only boolean NOT NULL DEFAULT false;
