-- Notices for the agent of a ticket: it was assigned, a reply came in, a target is close. They are that agent's alone.
ALTER TABLE notices
  ADD COLUMN user_id uuid REFERENCES users ON DELETE CASCADE,
  ADD COLUMN ticket_id uuid,
  DROP CONSTRAINT notices_kind_check,
  ADD CONSTRAINT notices_kind_check CHECK (kind IN ('outOfStock', 'low', 'expiring', 'drift', 'late', 'statements',
    'backup', 'keys', 'ticketAssigned', 'ticketReply', 'ticketDue')),
  ADD CONSTRAINT notices_of_agent CHECK ((kind LIKE 'ticket%') = (ticket_id IS NOT NULL)
    AND (kind LIKE 'ticket%') = (user_id IS NOT NULL));
DROP INDEX notices_once;
CREATE UNIQUE INDEX notices_once ON notices (kind, location_id, sub_product_id, lot_id, order_id) NULLS NOT DISTINCT
  WHERE over_at IS NULL AND kind <> 'drift' AND ticket_id IS NULL;
CREATE UNIQUE INDEX notices_of_ticket ON notices (ticket_id, kind) WHERE over_at IS NULL AND ticket_id IS NOT NULL;
CREATE INDEX notices_of_user ON notices (user_id, at DESC) WHERE over_at IS NULL AND user_id IS NOT NULL;
UPDATE notice_settings SET kinds = kinds || '{ticketAssigned,ticketReply,ticketDue}';
ALTER TABLE notice_settings ALTER COLUMN kinds
  SET DEFAULT '{outOfStock,low,expiring,drift,late,keys,ticketAssigned,ticketReply,ticketDue}';

-- Only the number: the subject is the customer's.
CREATE FUNCTION note_ticket() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  place uuid := coalesce(NEW.location_id, NEW.order_location_id);
  is_given boolean := NEW.assignee_id IS NOT NULL AND NEW.assignee_id IS DISTINCT FROM actor_id();
  has_reply boolean := false;
  is_over boolean := NEW.due_at IS NULL;
  closed text[] := '{}';
  opened text;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    is_given := is_given AND NEW.assignee_id IS DISTINCT FROM OLD.assignee_id;
    is_over := is_over OR NEW.assignee_id IS DISTINCT FROM OLD.assignee_id;
    has_reply := NEW.last_message_at > OLD.last_message_at AND NEW.message_count > OLD.message_count
      AND OLD.message_count > 0 AND NEW.last_from <> 'staff' AND NEW.assignee_id IS DISTINCT FROM actor_id();
    IF NEW.last_message_at > OLD.last_message_at THEN closed := closed || '{ticketReply}'::text[]; END IF;
    IF NEW.due_at IS DISTINCT FROM OLD.due_at THEN closed := closed || '{ticketDue}'::text[]; END IF;
  END IF;
  UPDATE notices SET over_at = now() WHERE ticket_id = NEW.id AND over_at IS NULL AND (is_over OR kind = ANY (closed));
  opened := CASE WHEN is_given THEN 'ticketAssigned' WHEN has_reply THEN 'ticketReply' END;
  IF opened IS NOT NULL AND NEW.assignee_id IS NOT NULL AND NEW.due_at IS NOT NULL THEN
    INSERT INTO notices (kind, location_id, user_id, ticket_id, permission, text)
    VALUES (opened, place, NEW.assignee_id, NEW.id, 'support_list', format_number('ticket', NEW.number))
    ON CONFLICT DO NOTHING;
  ELSIF NOT FOUND THEN
    RETURN NULL;
  END IF;
  -- As in announce_ticket: a ticket of no location concerns users of the whole marketplace alone.
  PERFORM announce('notifications', 'ticket', NEW.id, coalesce(place, '00000000-0000-0000-0000-000000000000'), 'support_list');
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION note_ticket() FROM PUBLIC;
CREATE TRIGGER note_ticket_inserted AFTER INSERT ON tickets FOR EACH ROW WHEN (NEW.assignee_id IS NOT NULL)
  EXECUTE FUNCTION note_ticket();
CREATE TRIGGER note_ticket AFTER UPDATE OF assignee_id, due_at, last_message_at ON tickets FOR EACH ROW
  WHEN (OLD.assignee_id IS NOT NULL OR NEW.assignee_id IS NOT NULL) EXECUTE FUNCTION note_ticket();
