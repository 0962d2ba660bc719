-- Finds duplicates of a customer after one of the customer's addresses was written. It is a trigger, since many statements
-- write addresses: edits, imports, stores, merges and the job that normalizes text.
CREATE OR REPLACE FUNCTION find_address_duplicates() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM find_duplicates_of(NEW.customer_id);
  RETURN NULL;
END $$;

CREATE TRIGGER find_duplicates AFTER INSERT OR UPDATE OF customer_id, line1, postal_code ON customer_addresses
FOR EACH ROW EXECUTE FUNCTION find_address_duplicates();
