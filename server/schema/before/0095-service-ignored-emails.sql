-- Forms send every email with the same Message-ID, so an email is a duplicate only if sender and content are equal too.
ALTER TABLE inbound_mails DROP CONSTRAINT inbound_mails_pkey, ADD PRIMARY KEY (message_id, sender, text_hash);
DROP INDEX inbound_mails_by_text;
CREATE INDEX inbound_mails_by_sender ON inbound_mails (sender, created_at);
DROP INDEX ticket_messages_by_mail;
CREATE INDEX ticket_messages_by_mail ON ticket_messages (mail_message_id) WHERE mail_message_id IS NOT NULL;

-- Emails that became no ticket. Staff can open them as tickets; they're deleted after 30 days.
CREATE TABLE ignored_mails (
  id uuid PRIMARY KEY,
  reason text NOT NULL CHECK (reason IN ('autoReply', 'list', 'loop', 'bounce', 'empty', 'tooMany')),
  sender_name text,
  sender_email text,
  subject text NOT NULL,
  preview text NOT NULL,
  -- The email as it came in.
  file_id uuid NOT NULL REFERENCES files,
  -- The ticket that it was opened as.
  ticket_id uuid REFERENCES tickets,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ignored_mails_by_age ON ignored_mails (created_at DESC, id DESC);
CREATE INDEX ignored_mails_of_sender ON ignored_mails (lower(sender_email));
CREATE INDEX ignored_mails_of_file ON ignored_mails (file_id);
CREATE INDEX ignored_mails_of_ticket ON ignored_mails (ticket_id) WHERE ticket_id IS NOT NULL;
-- They belong to no location.
REVOKE ALL ON ignored_mails FROM aisle_located;
