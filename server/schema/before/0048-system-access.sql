-- Who got in and who tried: the audit log by activity, a growing wait before each guess, and sessions that only look.

CREATE INDEX audit_entries_by_action ON audit_entries (action, at, id);

-- When the password of this attempt is checked: later with each failure, whatever server it comes to.
ALTER TABLE sign_in_failures ADD COLUMN checked_at timestamptz NOT NULL DEFAULT now();
-- When the owner was last notified that somebody is guessing.
ALTER TABLE users ADD COLUMN guesses_mailed_at timestamptz;

-- The session of the administrator who looks at Aisle as this user sees it; it ends with that one.
ALTER TABLE sessions ADD COLUMN view_of uuid REFERENCES sessions ON DELETE CASCADE;
CREATE INDEX sessions_by_view ON sessions (view_of) WHERE view_of IS NOT NULL;
