-- What people set for themselves, in a separate table: users are read by everyone who manages them, these rows only
-- by the user they belong to, also among users of the whole marketplace.
CREATE TABLE preferences (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  preferences jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(preferences) = 'object'),
  updated_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE preferences ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_row ON preferences TO aisle_all, aisle_located
  USING (user_id = (SELECT actor_id())) WITH CHECK (user_id = (SELECT actor_id()));
-- Its values had no declared names, and no screen wrote any.
ALTER TABLE users DROP COLUMN preferences;
