ALTER TABLE payments ADD COLUMN ends_soon boolean NOT NULL DEFAULT false;
DROP INDEX payments_ending;
CREATE INDEX payments_ending ON payments (hold_until) WHERE status = 'authorised' AND NOT ends_soon;
