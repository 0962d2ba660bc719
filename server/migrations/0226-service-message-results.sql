-- Messages get a button whose clicks are counted, and the orders of their recipients. Drafts and templates are kept.
ALTER TABLE bulk_messages
  ADD COLUMN button_label text,
  ADD COLUMN button_url text,
  ADD COLUMN clicked_count bigint NOT NULL DEFAULT 0,
  ADD COLUMN order_count bigint,
  ADD COLUMN order_total bigint,
  ADD COLUMN orders_counted_at timestamptz,
  ADD CONSTRAINT bulk_messages_button CHECK ((button_label IS NULL) = (button_url IS NULL)),
  ADD CONSTRAINT bulk_messages_button_url CHECK (button_url LIKE 'https://%');
CREATE INDEX bulk_messages_to_group ON bulk_messages ((audience ->> 'groupId')) WHERE recipient_count IS NULL;

ALTER TABLE bulk_recipients
  ADD COLUMN clicked_at timestamptz,
  ADD COLUMN unsubscribed_at timestamptz;

CREATE TABLE message_drafts (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('draft', 'template')),
  name text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('email', 'sms', 'push')),
  subject text NOT NULL,
  body text NOT NULL,
  button_label text NOT NULL,
  button_url text NOT NULL,
  audience jsonb NOT NULL,
  send_at timestamptz,
  location_ids uuid[],
  saved_by_name text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX message_drafts_by_age ON message_drafts (kind, updated_at DESC, id DESC);
CREATE INDEX message_drafts_to_group ON message_drafts ((audience ->> 'groupId'));
SELECT versioned('message_drafts');
SELECT restrict_to('message_drafts', 'location_ids <@ ((SELECT actor_locations())::uuid[])',
  'location_ids <@ ((SELECT actor_locations())::uuid[])');

-- Tests of messages have a button as well, in their HTML.
ALTER TABLE mails ADD COLUMN html text;

-- The list of messages moved to the first screen.
UPDATE saved_views SET list = '/messages' WHERE list = '/messages/history';
