-- Emails to customers about their orders.

-- One row for each email that a customer got about an event of an order, written by the server after the event was committed.
CREATE TABLE order_emails (
  location_id uuid NOT NULL,
  order_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('placed', 'changed', 'ready', 'onTheWay', 'notDelivered', 'delivered',
    'cancelled', 'refunded')),
  event_id uuid NOT NULL,
  mail_id uuid NOT NULL REFERENCES mails,
  recipient text NOT NULL,
  -- Set if a person sent it again.
  sent_by uuid,
  sent_by_name text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, order_id, id),
  FOREIGN KEY (location_id, order_id) REFERENCES orders (location_id, id)
);
-- Each event leads to one email, however often the server is interrupted.
CREATE UNIQUE INDEX order_emails_of_event ON order_emails (location_id, order_id, event_id) WHERE sent_by_name IS NULL;
SELECT keep_to_locations('order_emails');
REVOKE UPDATE, DELETE ON order_emails FROM aisle_located;

-- How far the live events have been read for emails: everything up to here has been handled.
CREATE TABLE order_email_position (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
  event_id bigint NOT NULL DEFAULT 0
);
INSERT INTO order_email_position DEFAULT VALUES;
REVOKE ALL ON order_email_position FROM aisle_located;

-- Whether an email left. Users of single locations cannot read the outbox, as emails contain links that open accounts.
CREATE FUNCTION mail_state(mail uuid) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN m.sent_at IS NOT NULL THEN 'sent' WHEN m.next_attempt_at = 'infinity' THEN 'failed'
    WHEN m.last_error IS NOT NULL THEN 'retrying' ELSE 'waiting' END
  FROM mails m WHERE m.id = mail
$$;
