-- Messages about an order also go to phones and report the steps of a return.

ALTER TABLE order_emails RENAME TO order_messages;
ALTER INDEX order_emails_pkey RENAME TO order_messages_pkey;
ALTER INDEX order_emails_of_event RENAME TO order_messages_of_event_only;
ALTER TABLE order_email_position RENAME TO order_message_position;
ALTER TABLE order_messages
  ADD COLUMN channel text NOT NULL DEFAULT 'email' CHECK (channel IN ('email', 'sms', 'push')),
  DROP CONSTRAINT order_emails_kind_check,
  ADD CONSTRAINT order_messages_kind_check CHECK (kind IN ('placed', 'changed', 'ready', 'onTheWay', 'notDelivered',
    'delivered', 'cancelled', 'refunded', 'returnStep'));
-- Each event leads to one message of a kind, however often the server is interrupted.
CREATE UNIQUE INDEX order_messages_of_event ON order_messages (location_id, order_id, event_id, channel)
  WHERE sent_by_name IS NULL;
DROP INDEX order_messages_of_event_only;
