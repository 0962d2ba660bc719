ALTER TABLE connections
  -- False rejects the calls of its keys. Webhooks have their own switch.
  ADD COLUMN status boolean NOT NULL DEFAULT true,
  -- Users are notified after this time without calls, or with waiting deliveries. Null for never.
  ADD COLUMN silent_after_minutes integer CHECK (silent_after_minutes > 0),
  -- The last reading of the change feed: what its keys had already read, and of which topics.
  ADD COLUMN read_number bigint,
  ADD COLUMN read_topics text[] NOT NULL DEFAULT '{}',
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
CREATE TRIGGER increment_version BEFORE UPDATE OF status, silent_after_minutes ON connections FOR EACH ROW EXECUTE FUNCTION increment_version();

-- Each existing webhook gets a connection of its own.
ALTER TABLE webhook_endpoints ADD COLUMN connection_id uuid REFERENCES connections;
INSERT INTO connections (id, created_at) SELECT id, created_at FROM webhook_endpoints;
UPDATE webhook_endpoints SET connection_id = id;
ALTER TABLE webhook_endpoints ALTER COLUMN connection_id SET NOT NULL, ALTER COLUMN connection_id SET DEFAULT new_connection();
CREATE UNIQUE INDEX webhook_endpoints_by_connection ON webhook_endpoints (connection_id);
