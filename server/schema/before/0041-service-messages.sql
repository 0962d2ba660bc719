-- Messages to many customers, and their consent to them.

-- Consent to marketing messages: given or withdrawn when, and how. Null: never asked.
ALTER TABLE customers
  ADD COLUMN marketing_consent boolean NOT NULL DEFAULT false,
  ADD COLUMN marketing_consent_at timestamptz,
  ADD COLUMN marketing_consent_how text CHECK (marketing_consent_how IN ('staff', 'inPerson', 'phone', 'writing',
    'online', 'unsubscribeLink')),
  ADD CONSTRAINT customers_consent CHECK (NOT marketing_consent
    OR (marketing_consent_at IS NOT NULL AND marketing_consent_how <> 'unsubscribeLink'));
CREATE TRIGGER count_version_of_consent BEFORE UPDATE OF marketing_consent ON customers
FOR EACH ROW WHEN (OLD.marketing_consent IS DISTINCT FROM NEW.marketing_consent) EXECUTE FUNCTION count_version();

CREATE TABLE bulk_messages (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('email', 'sms', 'push')),
  subject text NOT NULL,
  body text NOT NULL,
  audience jsonb NOT NULL,
  -- Null: at once.
  send_at timestamptz,
  -- The locations of the sender; null: not limited to locations.
  location_ids uuid[],
  created_by uuid REFERENCES users ON DELETE SET NULL,
  created_by_name text NOT NULL,
  job_id uuid,
  -- Null until its recipients are listed.
  recipient_count bigint,
  -- Who of the audience is not a recipient: [{ "reason", "count" }].
  left_out jsonb NOT NULL DEFAULT '[]',
  -- Recipients by outcome.
  counts jsonb NOT NULL DEFAULT '{}',
  unsubscribed_count bigint NOT NULL DEFAULT 0,
  started_at timestamptz,
  stopped_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX bulk_messages_by_age ON bulk_messages (created_at DESC, id DESC);
-- Users of single locations see what was sent for locations that are all theirs.
SELECT keep_to('bulk_messages', 'location_ids <@ ((SELECT actor_locations())::uuid[])',
  'location_ids <@ ((SELECT actor_locations())::uuid[])');
REVOKE DELETE ON bulk_messages FROM aisle_located;

-- One row for each person, claimed before the message is handed over: at most one message is sent to each, whenever the
-- server is interrupted. `sending` is a claim; one that is left behind is `unknown`, and isn't sent again.
CREATE TABLE bulk_recipients (
  message_id uuid NOT NULL REFERENCES bulk_messages,
  position integer NOT NULL,
  customer_id uuid NOT NULL REFERENCES customers ON DELETE CASCADE,
  outcome text NOT NULL DEFAULT 'waiting'
    CHECK (outcome IN ('waiting', 'sending', 'sent', 'failed', 'leftOut', 'unknown')),
  reason text,
  claimed_at timestamptz,
  done_at timestamptz,
  PRIMARY KEY (message_id, position)
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX bulk_recipients_once ON bulk_recipients (customer_id, message_id);
CREATE INDEX bulk_recipients_to_do ON bulk_recipients (message_id, position) WHERE outcome IN ('waiting', 'sending');
SELECT keep_to('bulk_recipients', 'EXISTS (SELECT FROM bulk_messages m WHERE m.id = message_id)',
  'EXISTS (SELECT FROM bulk_messages m WHERE m.id = message_id)');
REVOKE DELETE ON bulk_recipients FROM aisle_located;

-- When the next messages may be sent: one rate for all messages and servers.
CREATE TABLE bulk_message_clock (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  free_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO bulk_message_clock DEFAULT VALUES;
REVOKE ALL ON bulk_message_clock FROM aisle_located;

-- Takes the time of some messages; 0 if it was free, otherwise for how many milliseconds it isn't.
CREATE FUNCTION take_message_time(seconds double precision) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE bulk_message_clock SET free_at = now() + make_interval(secs => seconds) WHERE free_at <= now();
  IF FOUND THEN RETURN 0; END IF;
  -- Another server may have taken it since.
  RETURN (SELECT greatest(20, ceil(extract(epoch FROM free_at - now()) * 1000)::integer) FROM bulk_message_clock);
END $$;

-- The job of a message that the actor can see, also one that a colleague started.
CREATE FUNCTION bulk_message_job(message uuid) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT j.status FROM bulk_messages m JOIN jobs j ON j.id = m.job_id
  WHERE m.id = message AND (m.location_ids <@ actor_locations() OR pg_has_role(session_user, 'aisle_all', 'member'))
$$;

-- The outbox also holds texts for phones.
ALTER TABLE mails ADD COLUMN channel text NOT NULL DEFAULT 'email' CHECK (channel IN ('email', 'sms', 'push'));
