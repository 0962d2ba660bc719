-- Support: tickets, their messages and attachments, and emails that came in.

-- Headers of an email beside the usual ones: { "messageId", "inReplyTo", "references", "replyTo", "list", … }.
ALTER TABLE mails ADD COLUMN headers jsonb NOT NULL DEFAULT '{}';

CREATE SEQUENCE ticket_number START 1001;
CREATE TABLE tickets (
  id uuid PRIMARY KEY,
  number bigint NOT NULL DEFAULT nextval('ticket_number'),
  subject text NOT NULL,
  customer_id uuid REFERENCES customers,
  -- The location whose own ticket it is.
  location_id uuid REFERENCES locations,
  order_id uuid,
  order_location_id uuid,
  -- Whose side the first message is on: what staff note on a location's own ticket is not for that location.
  requester text NOT NULL CHECK (requester IN ('customer', 'location', 'staff')),
  -- Who wrote an email, if no customer has that address.
  sender_name text,
  sender_email text,
  category text NOT NULL,
  priority text NOT NULL DEFAULT 'normal' CHECK (priority IN ('low', 'normal', 'high', 'urgent')),
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'pending', 'resolved', 'closed')),
  -- Without a foreign key: the name of a deleted user stays.
  assignee_id uuid,
  assignee_name text,
  tags text[] NOT NULL DEFAULT '{}',
  source text NOT NULL CHECK (source IN ('staff', 'email', 'api')),
  excerpt text NOT NULL DEFAULT '',
  last_from text NOT NULL DEFAULT 'customer' CHECK (last_from IN ('customer', 'location', 'staff')),
  last_message_at timestamptz NOT NULL DEFAULT now(),
  message_count integer NOT NULL DEFAULT 0,
  first_response_at timestamptz,
  resolved_at timestamptz,
  closed_at timestamptz,
  -- When the time to resolve it began: created, or reopened after it was resolved.
  clock_from timestamptz NOT NULL DEFAULT now(),
  first_response_due_at timestamptz NOT NULL,
  resolution_due_at timestamptz NOT NULL,
  -- The next of the two; null once it is resolved.
  due_at timestamptz,
  -- Whether screens know that it is overdue.
  overdue_noted boolean NOT NULL DEFAULT false,
  merged_into uuid REFERENCES tickets,
  previous_id uuid REFERENCES tickets,
  created_by uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (order_location_id, order_id) REFERENCES orders (location_id, id),
  CHECK ((order_id IS NULL) = (order_location_id IS NULL)),
  CHECK ((assignee_id IS NULL) = (assignee_name IS NULL)),
  CHECK (cardinality(tags) <= 20),
  CHECK ((due_at IS NULL) = (status IN ('resolved', 'closed'))),
  CHECK ((closed_at IS NOT NULL) = (status = 'closed')),
  CHECK (merged_into IS NULL OR status = 'closed')
);
CREATE UNIQUE INDEX tickets_by_number ON tickets (number);
CREATE INDEX tickets_by_activity ON tickets (last_message_at DESC, id DESC);
CREATE INDEX tickets_by_status ON tickets (status, last_message_at DESC, id DESC);
CREATE INDEX tickets_by_age ON tickets (created_at DESC, id DESC);
CREATE INDEX tickets_by_assignee ON tickets (assignee_id, last_message_at DESC, id DESC);
CREATE INDEX tickets_unassigned ON tickets (last_message_at DESC, id DESC)
  WHERE assignee_id IS NULL AND status IN ('open', 'pending');
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
-- Noting that a ticket is overdue is no edit of it.
CREATE TRIGGER count_version BEFORE UPDATE ON tickets FOR EACH ROW
WHEN (OLD.overdue_noted = NEW.overdue_noted) EXECUTE FUNCTION count_version();

-- Users of single locations see the tickets about their orders, and their own.
SELECT keep_to('tickets',
  'location_id = ANY ((SELECT actor_locations())::uuid[]) OR order_location_id = ANY ((SELECT actor_locations())::uuid[])',
  'location_id = ANY ((SELECT actor_locations())::uuid[]) OR order_location_id = ANY ((SELECT actor_locations())::uuid[])');

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
  -- Of an email: what threads its answers, and where it is in the outbox if it was sent by us.
  mail_message_id text,
  mail_id uuid REFERENCES mails,
  mail_to text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (ticket_id, id)
);
CREATE UNIQUE INDEX ticket_messages_by_mail ON ticket_messages (mail_message_id) WHERE mail_message_id IS NOT NULL;
SELECT keep_to('ticket_messages',
  'EXISTS (SELECT FROM tickets t WHERE t.id = ticket_id AND NOT (internal AND side = ''staff'' AND t.requester = ''location'') OFFSET 0)',
  'EXISTS (SELECT FROM tickets t WHERE t.id = ticket_id OFFSET 0)');
-- What was written stays; only erasing a customer changes it.
REVOKE UPDATE, DELETE ON ticket_messages FROM aisle_located;

CREATE TABLE ticket_attachments (
  ticket_id uuid NOT NULL,
  message_id uuid NOT NULL,
  position smallint NOT NULL,
  file_id uuid NOT NULL REFERENCES files,
  PRIMARY KEY (ticket_id, message_id, position),
  FOREIGN KEY (ticket_id, message_id) REFERENCES ticket_messages (ticket_id, id)
);
CREATE INDEX ticket_attachments_of_file ON ticket_attachments (file_id);
SELECT keep_to('ticket_attachments',
  'EXISTS (SELECT FROM ticket_messages m WHERE m.ticket_id = ticket_attachments.ticket_id AND m.id = message_id OFFSET 0)',
  'EXISTS (SELECT FROM tickets t WHERE t.id = ticket_id OFFSET 0)');

CREATE TABLE ticket_events (
  ticket_id uuid NOT NULL REFERENCES tickets,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('created', 'status', 'assigned', 'priority', 'category', 'tags', 'linked', 'merged')),
  from_text text,
  to_text text,
  by_id uuid,
  by_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (ticket_id, id)
);
SELECT keep_to('ticket_events', 'EXISTS (SELECT FROM tickets t WHERE t.id = ticket_id OFFSET 0)',
  'EXISTS (SELECT FROM tickets t WHERE t.id = ticket_id OFFSET 0)');
REVOKE UPDATE, DELETE ON ticket_events FROM aisle_located;

-- The words of a ticket: its subject, messages, customer and numbers. In one row, so that a search joins instead of merging.
-- Notes are left out of locations' own tickets, as searching must not reveal them.
CREATE TABLE ticket_words (
  ticket_id uuid PRIMARY KEY REFERENCES tickets,
  words tsvector NOT NULL
);
CREATE INDEX ticket_words_within ON ticket_words USING gin (words) WITH (fastupdate = off);
SELECT keep_to('ticket_words', 'EXISTS (SELECT FROM tickets t WHERE t.id = ticket_id OFFSET 0)');
REVOKE INSERT, UPDATE, DELETE ON ticket_words FROM aisle_all, aisle_located;

-- Letters and digits only, so that documents and searches are split in the same way.
CREATE FUNCTION lexemes_of(body text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_to_tsvector(array_agg(DISTINCT word)), ''::tsvector)
  FROM regexp_split_to_table(lower(left(body, 20000)), '[^[:alnum:]]+') AS word
  WHERE word <> '' AND char_length(word) <= 50
$$;
-- A search: every word of it begins a word of the ticket. Null for one without any words.
CREATE FUNCTION words_query(typed text) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_agg(format('''%s'':*', word), ' & ')::tsquery
  FROM (SELECT DISTINCT word FROM regexp_split_to_table(lower(typed), '[^[:alnum:]]+') AS word
    WHERE word <> '' AND char_length(word) <= 50 LIMIT 20) AS words
$$;

CREATE FUNCTION ticket_head_words(ticket uuid) RETURNS tsvector
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT lexemes_of(concat_ws(' ', t.subject, t.sender_name, t.sender_email, 'h' || t.number, t.number,
    'o' || o.number, o.number, c.first_name, c.last_name, c.email, c.phone_digits))
  FROM tickets t LEFT JOIN customers c ON c.id = t.customer_id
  LEFT JOIN orders o ON o.location_id = t.order_location_id AND o.id = t.order_id
  WHERE t.id = ticket
$$;
CREATE FUNCTION is_for_location(ticket uuid, internal boolean, side text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT NOT (internal AND side = 'staff' AND t.requester = 'location') FROM tickets t WHERE t.id = ticket
$$;

-- After a change of the subject, the customer or the order: from everything.
CREATE FUNCTION index_ticket(ticket uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO ticket_words (ticket_id, words)
  SELECT ticket, ticket_head_words(ticket) || lexemes_of(coalesce((
    SELECT string_agg(m.text, ' ' ORDER BY m.id) FROM ticket_messages m
    WHERE m.ticket_id = ticket AND is_for_location(ticket, m.internal, m.side)), ''))
  WHERE EXISTS (SELECT FROM tickets t WHERE t.id = ticket)
  ON CONFLICT (ticket_id) DO UPDATE SET words = excluded.words
$$;
CREATE FUNCTION note_ticket_words() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_TABLE_NAME = 'ticket_messages' THEN
    IF TG_OP = 'INSERT' AND is_for_location(NEW.ticket_id, NEW.internal, NEW.side) THEN
      -- A conversation that long is found by its earlier words.
      UPDATE ticket_words SET words = words || lexemes_of(NEW.text)
      WHERE ticket_id = NEW.ticket_id AND length(words) < 20000;
    ELSIF TG_OP = 'UPDATE' THEN
      PERFORM index_ticket(NEW.ticket_id);
    END IF;
  ELSIF TG_TABLE_NAME = 'customers' THEN
    PERFORM index_ticket(t.id) FROM tickets t WHERE t.customer_id = NEW.id;
  ELSE
    PERFORM index_ticket(NEW.id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER note_words AFTER INSERT OR UPDATE OF subject, customer_id, order_id, sender_name, sender_email ON tickets
FOR EACH ROW EXECUTE FUNCTION note_ticket_words();
CREATE TRIGGER note_words AFTER INSERT OR UPDATE OF text ON ticket_messages
FOR EACH ROW EXECUTE FUNCTION note_ticket_words();
CREATE TRIGGER note_ticket_words AFTER UPDATE OF first_name, last_name, email, phone_digits ON customers
FOR EACH ROW WHEN ((OLD.first_name, OLD.last_name, OLD.email, OLD.phone_digits)
  IS DISTINCT FROM (NEW.first_name, NEW.last_name, NEW.email, NEW.phone_digits))
EXECUTE FUNCTION note_ticket_words();

-- Emails that came in, so that none counts twice and loops end. Kept for 90 days.
CREATE TABLE inbound_mails (
  message_id text PRIMARY KEY,
  sender text NOT NULL,
  -- Of its text: a program that answers itself sends the same again and again.
  text_hash bytea NOT NULL,
  result text NOT NULL CHECK (result IN ('created', 'answered', 'ignored')),
  reason text,
  ticket_id uuid REFERENCES tickets,
  left_out text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX inbound_mails_by_text ON inbound_mails (sender, text_hash, created_at);
CREATE INDEX inbound_mails_by_age ON inbound_mails (created_at);
REVOKE ALL ON inbound_mails FROM aisle_located;

-- Screens that show a ticket hear of its changes: at its locations, and where it was before. A ticket of no location
-- is announced for a location that nobody works at, so that only users of the whole marketplace hear of it.
CREATE FUNCTION announce_ticket() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  places uuid[] := ARRAY[NEW.location_id, NEW.order_location_id];
  place uuid;
BEGIN
  IF TG_OP = 'UPDATE' THEN places := places || ARRAY[OLD.location_id, OLD.order_location_id]; END IF;
  places := array_remove(places, NULL);
  IF cardinality(places) = 0 THEN places := ARRAY['00000000-0000-0000-0000-000000000000'::uuid]; END IF;
  FOR place IN SELECT DISTINCT unnest(places) LOOP
    PERFORM announce('support', CASE TG_OP WHEN 'INSERT' THEN 'created' ELSE 'changed' END, NEW.id, place, 'support_list');
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER announce_ticket AFTER INSERT OR UPDATE ON tickets FOR EACH ROW EXECUTE FUNCTION announce_ticket();
