-- Fills the name and contact details of a new customer record at a location, if it is inserted without a name.
CREATE OR REPLACE FUNCTION fill_known_there() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  SELECT k.first_name, k.last_name, k.phone, k.phone_digits, k.email
  INTO NEW.first_name, NEW.last_name, NEW.phone, NEW.phone_digits, NEW.email
  FROM known_there(NEW.customer_id, NEW.location_id, NEW.is_origin) AS k;
  RETURN NEW;
END $$;

CREATE TRIGGER fill_known_there BEFORE INSERT ON customer_locations
FOR EACH ROW WHEN (NEW.first_name IS NULL) EXECUTE FUNCTION fill_known_there();
