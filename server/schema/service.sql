CREATE SEQUENCE ticket_number START 1001;

-- Support tickets.
CREATE TABLE tickets (
  id uuid PRIMARY KEY,
  number bigint NOT NULL DEFAULT nextval('ticket_number'),
  subject text NOT NULL,
  customer_id uuid REFERENCES customers,
  -- The location that opened the ticket or was named in it. Its users see the ticket.
  location_id uuid REFERENCES locations,
  order_id uuid,
  order_location_id uuid,
  -- The side that opened the ticket. If a location did, staff's internal notes are hidden from it.
  requester text NOT NULL CHECK (requester IN ('customer', 'location', 'staff')),
  -- The sender of an email, if no customer has that address.
  sender_name text,
  sender_email text,
  category text NOT NULL,
  priority text NOT NULL DEFAULT 'normal' CHECK (priority IN ('low', 'normal', 'high', 'urgent')),
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'pending', 'resolved', 'closed')),
  -- No foreign key, so that the name of a deleted user remains.
  assignee_id uuid,
  assignee_name text,
  tags text[] NOT NULL DEFAULT '{}'::text[] CHECK (cardinality(tags) <= 20),
  source text NOT NULL CHECK (source IN ('staff', 'email', 'api')),
  excerpt text NOT NULL DEFAULT '',
  last_from text NOT NULL DEFAULT 'customer' CHECK (last_from IN ('customer', 'location', 'staff')),
  last_message_at timestamptz NOT NULL DEFAULT now(),
  message_count integer NOT NULL DEFAULT 0,
  first_response_at timestamptz,
  resolved_at timestamptz,
  closed_at timestamptz,
  -- The start of the resolution time: when the ticket was created, or reopened after it was resolved.
  clock_from timestamptz NOT NULL DEFAULT now(),
  first_response_due_at timestamptz NOT NULL,
  resolution_due_at timestamptz NOT NULL,
  -- Since when the ticket waits for the customer. Its time is paused meanwhile.
  waiting_since timestamptz,
  -- The next of the two due times. Null unless the ticket waits for an answer of the marketplace.
  due_at timestamptz,
  -- Whether the ticket was announced to screens as overdue.
  overdue_noted boolean NOT NULL DEFAULT false,
  merged_into uuid REFERENCES tickets,
  previous_id uuid REFERENCES tickets,
  created_by uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT tickets_check CHECK ((order_id IS NULL) = (order_location_id IS NULL)),
  CONSTRAINT tickets_check1 CHECK ((assignee_id IS NULL) = (assignee_name IS NULL)),
  CONSTRAINT tickets_check2 CHECK ((due_at IS NULL) = (status <> 'open')),
  CONSTRAINT tickets_check3 CHECK ((closed_at IS NOT NULL) = (status = 'closed')),
  CONSTRAINT tickets_check4 CHECK (merged_into IS NULL OR status = 'closed'),
  CONSTRAINT tickets_check5 CHECK ((waiting_since IS NULL) = (status <> 'pending')),
  FOREIGN KEY (order_location_id, order_id) REFERENCES orders (location_id, id)
);
CREATE UNIQUE INDEX tickets_by_number ON tickets (number);
CREATE INDEX tickets_by_activity ON tickets (last_message_at DESC, id DESC);
CREATE INDEX tickets_by_status ON tickets (status, last_message_at DESC, id DESC);
CREATE INDEX tickets_by_age ON tickets (created_at DESC, id DESC);
CREATE INDEX tickets_by_assignee ON tickets (assignee_id, last_message_at DESC, id DESC);
CREATE INDEX tickets_unassigned ON tickets (last_message_at DESC, id DESC)
  WHERE assignee_id IS NULL AND status = 'open';
CREATE INDEX tickets_due ON tickets (due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX tickets_resolved ON tickets (resolved_at) WHERE resolved_at IS NOT NULL;
CREATE INDEX tickets_to_close ON tickets (resolved_at, id) WHERE status = 'resolved';
CREATE INDEX tickets_by_category ON tickets (category, last_message_at DESC, id DESC);
CREATE INDEX tickets_by_tag ON tickets USING gin (tags) WHERE cardinality(tags) > 0;
CREATE INDEX tickets_of_customer ON tickets (customer_id, last_message_at DESC, id DESC) WHERE customer_id IS NOT NULL;
CREATE INDEX tickets_of_location ON tickets (location_id, last_message_at DESC, id DESC) WHERE location_id IS NOT NULL;
CREATE INDEX tickets_of_order_location ON tickets (order_location_id, last_message_at DESC, id DESC)
  WHERE order_location_id IS NOT NULL;
CREATE INDEX tickets_of_order ON tickets (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX tickets_merged ON tickets (merged_into) WHERE merged_into IS NOT NULL;
CREATE INDEX tickets_continued ON tickets (previous_id) WHERE previous_id IS NOT NULL;
-- Sorts tickets by due time. Resolved and closed tickets come last.
CREATE INDEX tickets_by_due ON tickets (coalesce(due_at, 'infinity'::timestamptz), id);
-- Users of single locations see tickets of their locations and about their locations' orders.
SELECT restrict_to('tickets',
  'location_id = ANY ((SELECT actor_locations())::uuid[]) OR order_location_id = ANY ((SELECT actor_locations())::uuid[])',
  'location_id = ANY ((SELECT actor_locations())::uuid[]) OR order_location_id = ANY ((SELECT actor_locations())::uuid[])');
CREATE TRIGGER increment_version BEFORE UPDATE ON tickets FOR EACH ROW WHEN (old.overdue_noted = new.overdue_noted) EXECUTE FUNCTION increment_version();

-- Messages and internal notes of tickets.
CREATE TABLE ticket_messages (
  ticket_id uuid NOT NULL REFERENCES tickets,
  id uuid NOT NULL,
  side text NOT NULL CHECK (side IN ('customer', 'location', 'staff')),
  author_id uuid,
  author_name text NOT NULL,
  author_email text,
  text text NOT NULL,
  quoted text,
  internal boolean NOT NULL DEFAULT false,
  -- The Message-ID of an email, which threads its replies, and the outbox row of a sent email.
  mail_message_id text,
  mail_id uuid REFERENCES mails,
  mail_to text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (ticket_id, id)
);
CREATE INDEX ticket_messages_by_mail ON ticket_messages (mail_message_id) WHERE mail_message_id IS NOT NULL;
SELECT restrict_to('ticket_messages',
  'EXISTS (SELECT FROM tickets t WHERE t.id = ticket_id AND NOT (internal AND side = ''staff'' AND t.requester = ''location'') OFFSET 0)',
  'EXISTS (SELECT FROM tickets t WHERE t.id = ticket_id OFFSET 0)');
REVOKE UPDATE, DELETE ON ticket_messages FROM aisle_located;

-- Files of ticket messages.
CREATE TABLE ticket_attachments (
  ticket_id uuid NOT NULL,
  message_id uuid NOT NULL,
  position smallint NOT NULL,
  file_id uuid NOT NULL REFERENCES files,
  PRIMARY KEY (ticket_id, message_id, "position"),
  FOREIGN KEY (ticket_id, message_id) REFERENCES ticket_messages (ticket_id, id)
);
CREATE INDEX ticket_attachments_of_file ON ticket_attachments (file_id);
SELECT restrict_to('ticket_attachments',
  'EXISTS (SELECT FROM ticket_messages m WHERE m.ticket_id = ticket_attachments.ticket_id AND m.id = message_id OFFSET 0)',
  'EXISTS (SELECT FROM tickets t WHERE t.id = ticket_id OFFSET 0)');

CREATE POLICY readable ON files FOR SELECT TO aisle_located USING (
  kind = 'image' OR created_by = (SELECT actor_id())
  OR location_id = ANY ((SELECT actor_locations())::uuid[])
  OR EXISTS (SELECT FROM ticket_attachments a WHERE a.file_id = files.id OFFSET 0)
  OR EXISTS (SELECT FROM driver_documents d WHERE d.id = files.id OFFSET 0)
  OR EXISTS (SELECT FROM drivers d WHERE d.photo_id = files.id OFFSET 0));

-- The timeline of a ticket.
CREATE TABLE ticket_events (
  ticket_id uuid NOT NULL REFERENCES tickets,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('created', 'status', 'assigned', 'priority', 'category', 'tags', 'linked',
    'merged')),
  from_text text,
  to_text text,
  by_id uuid,
  by_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (ticket_id, id)
);
SELECT restrict_to('ticket_events', 'EXISTS (SELECT FROM tickets t WHERE t.id = ticket_id OFFSET 0)',
  'EXISTS (SELECT FROM tickets t WHERE t.id = ticket_id OFFSET 0)');
REVOKE UPDATE, DELETE ON ticket_events FROM aisle_located;

-- Search words of a ticket: its subject, messages, customer, and ticket and order numbers. One row per ticket lets the
-- index match all words at once. Tickets of locations omit internal notes of staff, since a search must not reveal
-- them.
CREATE TABLE ticket_words (
  ticket_id uuid PRIMARY KEY REFERENCES tickets,
  words tsvector NOT NULL
);
CREATE INDEX ticket_words_within ON ticket_words USING gin (words) WITH (fastupdate = off);
SELECT restrict_to('ticket_words', 'EXISTS (SELECT FROM tickets t WHERE t.id = ticket_id OFFSET 0)');
REVOKE INSERT, UPDATE, DELETE ON ticket_words FROM aisle_all, aisle_located;

-- Keys of received emails, to detect duplicates and loops. Deleted after 90 days.
CREATE TABLE inbound_mails (
  message_id text NOT NULL,
  sender text NOT NULL,
  -- A hash of the text. An automatic responder that replies to itself sends the same text repeatedly.
  text_hash bytea NOT NULL,
  result text NOT NULL CHECK (result IN ('created', 'answered', 'ignored')),
  reason text,
  ticket_id uuid REFERENCES tickets,
  left_out text[] NOT NULL DEFAULT '{}'::text[],
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (message_id, sender, text_hash)
);
CREATE INDEX inbound_mails_by_age ON inbound_mails (created_at);
CREATE INDEX inbound_mails_by_sender ON inbound_mails (sender, created_at);
REVOKE ALL ON inbound_mails FROM aisle_located;

-- Messages to an audience of customers.
CREATE TABLE bulk_messages (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('email', 'sms', 'push')),
  subject text NOT NULL,
  body text NOT NULL,
  audience jsonb NOT NULL,
  -- Null sends the message immediately.
  send_at timestamptz,
  -- The locations of the sender. Null if the sender is not limited to locations.
  location_ids uuid[],
  created_by uuid REFERENCES users ON DELETE SET NULL,
  created_by_name text NOT NULL,
  job_id uuid,
  -- Null until the recipients are listed.
  recipient_count bigint,
  -- The number of excluded customers by reason: [{ "reason", "count" }].
  left_out jsonb NOT NULL DEFAULT '[]'::jsonb,
  -- The number of recipients by outcome.
  counts jsonb NOT NULL DEFAULT '{}'::jsonb,
  unsubscribed_count bigint NOT NULL DEFAULT 0,
  started_at timestamptz,
  stopped_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- A button with an address. Its link counts clicks.
  button_label text,
  button_url text,
  clicked_count bigint NOT NULL DEFAULT 0,
  -- The orders that recipients placed within a week, and their total in cents. Null until counted.
  order_count bigint,
  order_total bigint,
  orders_counted_at timestamptz,
  CONSTRAINT bulk_messages_button CHECK ((button_label IS NULL) = (button_url IS NULL)),
  CONSTRAINT bulk_messages_button_url CHECK (button_url LIKE 'https://%')
);
CREATE INDEX bulk_messages_to_group ON bulk_messages ((audience ->> 'groupId')) WHERE recipient_count IS NULL;
CREATE INDEX bulk_messages_by_age ON bulk_messages (created_at DESC, id DESC);
-- Users of single locations see a message only if they have access to all of its locations.
SELECT restrict_to('bulk_messages', 'location_ids <@ ((SELECT actor_locations())::uuid[])',
  'location_ids <@ ((SELECT actor_locations())::uuid[])');
REVOKE DELETE ON bulk_messages FROM aisle_located;

-- Recipients of bulk messages. A sender claims a row (`sending`) before it hands the message over, so that each
-- recipient gets at most one message even if the server stops. An abandoned claim becomes `unknown` and is not sent
-- again.
CREATE TABLE bulk_recipients (
  message_id uuid NOT NULL REFERENCES bulk_messages,
  position integer NOT NULL,
  customer_id uuid NOT NULL REFERENCES customers ON DELETE CASCADE,
  outcome text NOT NULL DEFAULT 'waiting' CHECK (outcome IN ('waiting', 'sending', 'sent', 'failed', 'leftOut',
    'unknown')),
  reason text,
  claimed_at timestamptz,
  done_at timestamptz,
  -- The first click on the button.
  clicked_at timestamptz,
  -- When the customer unsubscribed by the link in this message.
  unsubscribed_at timestamptz,
  PRIMARY KEY (message_id, "position")
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX bulk_recipients_once ON bulk_recipients (customer_id, message_id);
CREATE INDEX bulk_recipients_to_do ON bulk_recipients (message_id, position) WHERE outcome IN ('waiting', 'sending');
SELECT restrict_to('bulk_recipients', 'EXISTS (SELECT FROM bulk_messages m WHERE m.id = message_id)',
  'EXISTS (SELECT FROM bulk_messages m WHERE m.id = message_id)');
REVOKE DELETE ON bulk_recipients FROM aisle_located;

-- Unfinished messages, and templates of messages.
CREATE TABLE message_drafts (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('draft', 'template')),
  name text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('email', 'sms', 'push')),
  subject text NOT NULL,
  body text NOT NULL,
  -- Empty without a button.
  button_label text NOT NULL,
  button_url text NOT NULL,
  -- Empty in templates.
  audience jsonb NOT NULL,
  send_at timestamptz,
  -- The locations of the writer. Null if the writer is not limited to locations.
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

-- The time when the next messages may be sent. All messages and servers share one rate. The table has one row.
CREATE TABLE bulk_message_clock (
  id boolean DEFAULT true CHECK (id) PRIMARY KEY,
  free_at timestamptz NOT NULL DEFAULT now()
);
REVOKE ALL ON bulk_message_clock FROM aisle_located;
INSERT INTO bulk_message_clock DEFAULT VALUES;

-- Merges of customers, with the moved records so that a merge can be undone.
CREATE TABLE customer_merges (
  id uuid PRIMARY KEY,
  survivor_id uuid NOT NULL REFERENCES customers ON DELETE CASCADE,
  merged_id uuid NOT NULL REFERENCES customers ON DELETE CASCADE,
  -- The moved ids by table, and the locations that the survivor gained: { "orders": [], …, "locations": [] }.
  moved jsonb NOT NULL,
  user_id uuid,
  user_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  undone_at timestamptz,
  -- The merge can be undone until this time. An erasure sets it to the current time.
  undo_until timestamptz NOT NULL DEFAULT now() + '30 days'::interval
);
CREATE INDEX customer_merges_by_survivor ON customer_merges (survivor_id);
CREATE UNIQUE INDEX customer_merges_current ON customer_merges (merged_id) WHERE undone_at IS NULL;
REVOKE ALL ON customer_merges FROM aisle_located;

-- Pairs of customers who may be the same person. Triggers find them when a customer is written.
CREATE TABLE customer_duplicates (
  one_id uuid NOT NULL REFERENCES customers ON DELETE CASCADE,
  other_id uuid NOT NULL REFERENCES customers ON DELETE CASCADE,
  reasons text[] NOT NULL,
  -- When a user rejected the pair as different customers.
  rejected_at timestamptz,
  rejected_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT customer_duplicates_check CHECK (one_id < other_id),
  PRIMARY KEY (one_id, other_id)
);
CREATE INDEX customer_duplicates_by_other ON customer_duplicates (other_id);
CREATE INDEX customer_duplicates_by_age ON customer_duplicates (created_at DESC, one_id DESC, other_id DESC)
  WHERE rejected_at IS NULL;
REVOKE ALL ON customer_duplicates FROM aisle_located;

-- Emails that did not become tickets. Staff can open them as tickets. They are deleted after 30 days.
CREATE TABLE ignored_mails (
  id uuid PRIMARY KEY,
  reason text NOT NULL CHECK (reason IN ('autoReply', 'list', 'loop', 'bounce', 'empty', 'tooMany')),
  sender_name text,
  sender_email text,
  subject text NOT NULL,
  preview text NOT NULL,
  -- The original email.
  file_id uuid NOT NULL REFERENCES files,
  -- The ticket that staff opened from the email.
  ticket_id uuid REFERENCES tickets,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ignored_mails_by_age ON ignored_mails (created_at DESC, id DESC);
CREATE INDEX ignored_mails_of_sender ON ignored_mails (lower(sender_email));
CREATE INDEX ignored_mails_of_file ON ignored_mails (file_id);
CREATE INDEX ignored_mails_of_ticket ON ignored_mails (ticket_id) WHERE ticket_id IS NOT NULL;
REVOKE ALL ON ignored_mails FROM aisle_located;

-- Rows of the change feed without a location concern all locations, except those of records that a location can't see.
CREATE POLICY own_locations ON change_feed FOR SELECT TO aisle_located USING (CASE
  WHEN topic IN ('subscription', 'giftCard') THEN false
  WHEN topic = 'customer' THEN EXISTS (SELECT FROM customer_locations c WHERE c.customer_id = record_id)
  WHEN topic = 'ticket' THEN EXISTS (SELECT FROM tickets t WHERE t.id = record_id)
  WHEN topic = 'promotion' THEN EXISTS (SELECT FROM promotions p WHERE p.id = record_id)
  ELSE location_id IS NULL OR location_id = ANY ((SELECT actor_locations())::uuid[]) END);
