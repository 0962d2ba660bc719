-- Updates the search words of a ticket after a change of the ticket, its messages or its customer.
CREATE OR REPLACE FUNCTION note_ticket_words() RETURNS trigger
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
