-- Sets the location of an address that a store user adds: the first of the user's locations with a record of the
-- customer.
CREATE OR REPLACE FUNCTION place_address() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  SELECT location_id INTO NEW.location_id FROM customer_locations
  WHERE customer_id = NEW.customer_id AND location_id = ANY (actor_locations()) ORDER BY location_id LIMIT 1;
  RETURN NEW;
END $$;

CREATE TRIGGER place_address BEFORE INSERT ON location_addresses
FOR EACH ROW WHEN (NEW.location_id IS NULL) EXECUTE FUNCTION place_address();
