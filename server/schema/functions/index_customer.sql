-- Updates what depends on a customer's name and contact details: the search keys of names, the search words of the customer's
-- tickets, and the possible duplicates. It is a trigger, since many statements write customers: edits, imports, merges,
-- erasures, orders of new customers, and the job that normalizes text.
CREATE OR REPLACE FUNCTION index_customer() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  full_name text := NEW.first_name || ' ' || NEW.last_name;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO name_words (word) SELECT part FROM words_of(full_name) AS part
    WHERE NOT EXISTS (SELECT FROM name_words WHERE word = part COLLATE "C");
    INSERT INTO customer_names (name, customer_id) SELECT key, NEW.id FROM name_keys(full_name) AS key
    ON CONFLICT DO NOTHING;
    PERFORM find_duplicates_of(NEW.id);
    RETURN NULL;
  END IF;
  IF (OLD.first_name, OLD.last_name) IS DISTINCT FROM (NEW.first_name, NEW.last_name) THEN
    PERFORM index_names_of(coalesce(NEW.merged_into, NEW.id));
  END IF;
  IF (OLD.first_name, OLD.last_name, OLD.email, OLD.phone_digits)
    IS DISTINCT FROM (NEW.first_name, NEW.last_name, NEW.email, NEW.phone_digits) THEN
    PERFORM index_ticket(t.id) FROM tickets t WHERE t.customer_id = NEW.id;
  END IF;
  IF (OLD.first_name, OLD.last_name, OLD.email, OLD.phone_digits, OLD.merged_into, OLD.erased_at)
    IS DISTINCT FROM (NEW.first_name, NEW.last_name, NEW.email, NEW.phone_digits, NEW.merged_into, NEW.erased_at) THEN
    PERFORM find_duplicates_of(NEW.id);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER index_customer AFTER INSERT OR UPDATE OF first_name, last_name, email, phone_digits, merged_into, erased_at
ON customers FOR EACH ROW EXECUTE FUNCTION index_customer();
