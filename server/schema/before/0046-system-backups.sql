-- A notice when the last good backup is too old.
ALTER TABLE notices
  DROP CONSTRAINT notices_kind_check,
  ADD CONSTRAINT notices_kind_check
    CHECK (kind IN ('outOfStock', 'low', 'expiring', 'drift', 'late', 'statements', 'backup'));
