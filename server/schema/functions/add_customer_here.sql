-- Adds a customer for a store. Rejects a phone or an email that the store already has for another customer. Notes are
-- appended to the marketplace's record.
CREATE OR REPLACE FUNCTION add_customer_here(new_id uuid, first_name text, last_name text, phone text, digits text, email text,
  created_by uuid, notes text, OUT id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM reject_taken_here(NULL, digits, add_customer_here.email);
  SELECT f.id INTO id FROM find_or_add_customer(new_id, first_name, last_name, phone, digits, email, created_by) AS f;
  UPDATE customers c SET notes = concat_ws(E'\n', c.notes, add_customer_here.notes)
  WHERE c.id = add_customer_here.id AND add_customer_here.notes <> '';
END $$;
