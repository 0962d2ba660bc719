-- The time of a ticket is paused while it waits for the customer, so a waiting ticket has no due time.
ALTER TABLE tickets ADD COLUMN waiting_since timestamptz;
ALTER TABLE tickets DROP CONSTRAINT tickets_check2;
UPDATE tickets t SET due_at = NULL, waiting_since = coalesce(
  (SELECT max(e.created_at) FROM ticket_events e WHERE e.ticket_id = t.id AND e.kind = 'status' AND e.to_text = 'pending'),
  t.last_message_at)
WHERE status = 'pending';
ALTER TABLE tickets ADD CONSTRAINT tickets_check2 CHECK ((due_at IS NULL) = (status <> 'open'));
ALTER TABLE tickets ADD CONSTRAINT tickets_check5 CHECK ((waiting_since IS NULL) = (status <> 'pending'));
-- Only tickets that wait for an answer are listed as unassigned.
DROP INDEX tickets_unassigned;
CREATE INDEX tickets_unassigned ON tickets (last_message_at DESC, id DESC) WHERE assignee_id IS NULL AND status = 'open';
