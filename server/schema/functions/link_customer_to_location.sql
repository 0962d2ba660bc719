-- Creates the location's record of a customer when an order is placed, and adds the order's address to the record. It is a
-- trigger, since store users see only customers with such a record: every order, however inserted, has to create it.
CREATE OR REPLACE FUNCTION link_customer_to_location() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM customer_locations WHERE customer_id = NEW.customer_id AND location_id = NEW.location_id) THEN
    INSERT INTO customer_locations (customer_id, location_id, first_name, last_name, phone, phone_digits, email)
    SELECT NEW.customer_id, NEW.location_id, k.first_name, k.last_name, k.phone, k.phone_digits, k.email
    FROM customer_at_location(NEW.customer_id, NEW.location_id, false) AS k
    ON CONFLICT DO NOTHING;
  END IF;
  IF NEW.address IS NOT NULL THEN
    PERFORM record_address_at(NEW.location_id, NEW.customer_id, NEW.address);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER link_customer_to_location AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION link_customer_to_location();
