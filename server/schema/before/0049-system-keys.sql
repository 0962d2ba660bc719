-- API keys and webhooks end after a while, and someone decides about them when their maker leaves. Emails change by a link.

ALTER TABLE api_keys
  ADD COLUMN expires_at timestamptz,
  -- Since when the maker is inactive or deleted and nobody has decided what happens to the key.
  ADD COLUMN maker_left_at timestamptz,
  -- Of a maker who was deleted.
  ADD COLUMN maker_name text,
  -- How many days before its end the last reminder was sent.
  ADD COLUMN reminded_days integer;
ALTER TABLE webhook_endpoints
  ADD COLUMN expires_at timestamptz,
  ADD COLUMN maker_left_at timestamptz,
  ADD COLUMN maker_name text,
  ADD COLUMN reminded_days integer;
-- What is in use gets a year from now on, like what is new.
UPDATE api_keys SET expires_at = now() + interval '1 year';
UPDATE webhook_endpoints SET expires_at = now() + interval '1 year';
ALTER TABLE api_keys ALTER COLUMN expires_at SET NOT NULL,
  ALTER COLUMN expires_at SET DEFAULT now() + interval '1 year';
ALTER TABLE webhook_endpoints ALTER COLUMN expires_at SET NOT NULL,
  ALTER COLUMN expires_at SET DEFAULT now() + interval '1 year';
CREATE INDEX api_keys_by_maker ON api_keys (created_by);
CREATE INDEX webhook_endpoints_by_maker ON webhook_endpoints (created_by);

-- What has expired receives nothing more.
CREATE OR REPLACE FUNCTION tell_webhooks(kind text, record uuid, happening jsonb) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  new_event uuid := new_uuid_v7();
BEGIN
  INSERT INTO webhook_deliveries (id, endpoint_id, event_id, event, record_id, payload)
  SELECT new_uuid_v7(), e.id, new_event, kind, record,
    jsonb_build_object('id', new_event, 'event', kind, 'createdAt', iso(now()), 'data', happening)::text
  FROM webhook_endpoints e WHERE e.status AND e.expires_at > now() AND kind = ANY (e.events) ORDER BY e.id;
  IF FOUND THEN PERFORM start_task('send_webhooks', '{}'::jsonb); END IF;
END $$;
CREATE OR REPLACE FUNCTION webhook_wanted(kinds text[]) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM webhook_endpoints e WHERE e.status AND e.expires_at > now() AND e.events && kinds)
$$;

ALTER TABLE notices
  DROP CONSTRAINT notices_kind_check,
  ADD CONSTRAINT notices_kind_check
    CHECK (kind IN ('outOfStock', 'low', 'expiring', 'drift', 'late', 'statements', 'backup', 'keys'));

-- One notice for as long as there is something to decide. Owners of a store, who see no keys, may cause it.
CREATE FUNCTION refresh_key_notice() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  makers text := (SELECT string_agg(DISTINCT maker, ', ') FROM (
    SELECT coalesce(k.maker_name, u.first_name || ' ' || u.last_name) AS maker
    FROM api_keys k LEFT JOIN users u ON u.id = k.created_by
    WHERE k.maker_left_at IS NOT NULL AND k.revoked_at IS NULL AND k.expires_at > now()
    UNION SELECT coalesce(w.maker_name, u.first_name || ' ' || u.last_name)
    FROM webhook_endpoints w LEFT JOIN users u ON u.id = w.created_by
    WHERE w.maker_left_at IS NOT NULL AND w.expires_at > now()) left_behind);
  said text := 'API keys or webhooks of someone who left: ' || makers;
BEGIN
  -- One change at a time, so that there are never two notices.
  PERFORM pg_advisory_xact_lock(hashtextextended('key notice', 0));
  IF EXISTS (SELECT FROM notices WHERE kind = 'keys' AND over_at IS NULL AND text IS NOT DISTINCT FROM said) THEN
    RETURN;
  END IF;
  UPDATE notices SET over_at = now() WHERE kind = 'keys' AND over_at IS NULL;
  IF said IS NOT NULL THEN
    INSERT INTO notices (kind, permission, text) VALUES ('keys', 'access_setting', said);
  END IF;
  PERFORM announce('notifications', 'keys', NULL, NULL, 'access_setting');
END $$;

CREATE FUNCTION maker_changed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  gone boolean := TG_OP = 'DELETE';
  -- Null once the person is back.
  since timestamptz := CASE WHEN TG_OP = 'DELETE' OR NOT NEW.status THEN now() END;
  maker text := CASE WHEN TG_OP = 'DELETE' THEN OLD.first_name || ' ' || OLD.last_name END;
BEGIN
  UPDATE api_keys SET maker_left_at = since, maker_name = maker
    WHERE created_by = OLD.id AND revoked_at IS NULL;
  UPDATE webhook_endpoints SET maker_left_at = since, maker_name = maker WHERE created_by = OLD.id;
  PERFORM refresh_key_notice();
  RETURN CASE WHEN gone THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER maker_left BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION maker_changed();
CREATE TRIGGER maker_switched AFTER UPDATE OF status ON users FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION maker_changed();

UPDATE api_keys k SET maker_left_at = now(), maker_name = 'A deleted user' WHERE created_by IS NULL AND revoked_at IS NULL;
UPDATE api_keys k SET maker_left_at = now() FROM users u
  WHERE u.id = k.created_by AND NOT u.status AND k.revoked_at IS NULL;
UPDATE webhook_endpoints w SET maker_left_at = now(), maker_name = 'A deleted user' WHERE created_by IS NULL;
UPDATE webhook_endpoints w SET maker_left_at = now() FROM users u WHERE u.id = w.created_by AND NOT u.status;
SELECT refresh_key_notice();

-- A new email counts once its link is opened; the old address can stop it, also for a while afterwards.
CREATE TABLE email_changes (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  old_email text NOT NULL,
  new_email text NOT NULL,
  -- Only hashes of the tokens in the two links.
  confirm_hash bytea NOT NULL UNIQUE,
  stop_hash bytea NOT NULL UNIQUE,
  -- Of somebody who changes their own: it goes on.
  session_id uuid REFERENCES sessions ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  confirmed_at timestamptz,
  -- Stopped by the old address, or replaced by another change.
  stopped_at timestamptz
);
CREATE INDEX email_changes_by_user ON email_changes (user_id);
CREATE INDEX email_changes_by_session ON email_changes (session_id) WHERE session_id IS NOT NULL;
SELECT keep_to('email_changes', 'EXISTS (SELECT FROM users u WHERE u.id = user_id)',
  'EXISTS (SELECT FROM users u WHERE u.id = user_id)');
