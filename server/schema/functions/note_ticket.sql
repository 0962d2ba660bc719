-- Opens and closes notices for a ticket's assignee. Notices contain only the ticket number, since customers write the
-- subject.
CREATE OR REPLACE FUNCTION note_ticket() RETURNS trigger
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

CREATE TRIGGER note_ticket_inserted AFTER INSERT ON tickets FOR EACH ROW WHEN (NEW.assignee_id IS NOT NULL)
  EXECUTE FUNCTION note_ticket();
CREATE TRIGGER note_ticket AFTER UPDATE OF assignee_id, due_at, last_message_at ON tickets FOR EACH ROW
  WHEN (OLD.assignee_id IS NOT NULL OR NEW.assignee_id IS NOT NULL) EXECUTE FUNCTION note_ticket();
