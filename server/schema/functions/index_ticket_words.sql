-- Updates the search words of a ticket after a change of the ticket or its messages.
CREATE OR REPLACE FUNCTION index_ticket_words() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_TABLE_NAME = 'tickets' THEN
    PERFORM index_ticket(NEW.id);
  ELSIF TG_OP = 'UPDATE' THEN
    PERFORM index_ticket(NEW.ticket_id);
  ELSIF is_for_location(NEW.ticket_id, NEW.internal, NEW.side) THEN
    -- Searches find a very long conversation by its first words only.
    UPDATE ticket_words SET words = words || lexemes_of(NEW.text)
    WHERE ticket_id = NEW.ticket_id AND length(words) < 20000;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER search_words AFTER INSERT OR UPDATE OF subject, customer_id, order_id, sender_name, sender_email ON tickets
FOR EACH ROW EXECUTE FUNCTION index_ticket_words();
CREATE TRIGGER search_words AFTER INSERT OR UPDATE OF text ON ticket_messages
FOR EACH ROW EXECUTE FUNCTION index_ticket_words();
