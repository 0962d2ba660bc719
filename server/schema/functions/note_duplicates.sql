-- Finds duplicates of a customer when the customer or one of the customer's addresses is written.
CREATE OR REPLACE FUNCTION note_duplicates() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM note_duplicates_of(CASE TG_TABLE_NAME WHEN 'customers' THEN NEW.id ELSE (to_jsonb(NEW) ->> 'customer_id')::uuid END);
  RETURN NULL;
END $$;

CREATE TRIGGER note_duplicates AFTER INSERT ON customers FOR EACH ROW EXECUTE FUNCTION note_duplicates();
CREATE TRIGGER note_new_duplicates
AFTER UPDATE OF first_name, last_name, email, phone_digits, merged_into, erased_at ON customers
FOR EACH ROW WHEN ((OLD.first_name, OLD.last_name, OLD.email, OLD.phone_digits, OLD.merged_into, OLD.erased_at)
  IS DISTINCT FROM (NEW.first_name, NEW.last_name, NEW.email, NEW.phone_digits, NEW.merged_into, NEW.erased_at))
EXECUTE FUNCTION note_duplicates();
CREATE TRIGGER note_duplicates AFTER INSERT OR UPDATE OF customer_id, line1, postal_code ON customer_addresses
FOR EACH ROW EXECUTE FUNCTION note_duplicates();
