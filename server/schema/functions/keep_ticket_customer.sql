-- Assigns a ticket to the remaining customer of a merge, even if the ticket names the merged one.
CREATE OR REPLACE FUNCTION keep_ticket_customer() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  NEW.customer_id := kept_customer(NEW.customer_id);
  RETURN NEW;
END $$;

CREATE TRIGGER keep_customer BEFORE INSERT OR UPDATE OF customer_id ON tickets
FOR EACH ROW WHEN (NEW.customer_id IS NOT NULL) EXECUTE FUNCTION keep_ticket_customer();
