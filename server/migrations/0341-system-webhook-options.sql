ALTER TABLE webhook_endpoints
  -- The locations whose events it gets, besides events without a location. Null for all.
  ADD COLUMN location_ids uuid[],
  -- `fat` payloads also have the current record.
  ADD COLUMN body text NOT NULL DEFAULT 'thin' CHECK (body IN ('thin', 'fat'));
DROP TRIGGER increment_version ON webhook_endpoints;
CREATE TRIGGER increment_version BEFORE UPDATE OF name, url, events, status, secret, location_ids, body ON webhook_endpoints FOR EACH ROW EXECUTE FUNCTION increment_version();
