-- Writes an address of a store user, who works on the view located.customer_addresses. A new address goes to the first of the
-- user's locations with a record of the customer. Each change also applies to the marketplace's copy of the address.
-- Addresses of orders don't pass through the view and stay with the store.
CREATE OR REPLACE FUNCTION write_address_here() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM location_addresses WHERE id = OLD.id AND location_id = ANY (actor_locations());
    DELETE FROM customer_addresses WHERE id = OLD.id;
    RETURN OLD;
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO location_addresses (id, location_id, customer_id, label, line1, line2, city, state, postal_code, latitude,
      longitude, is_default)
    VALUES (NEW.id, (SELECT location_id FROM customer_locations
        WHERE customer_id = NEW.customer_id AND location_id = ANY (actor_locations()) ORDER BY location_id LIMIT 1),
      NEW.customer_id, coalesce(NEW.label, 'Home'), NEW.line1, NEW.line2, NEW.city, NEW.state, NEW.postal_code,
      NEW.latitude, NEW.longitude, coalesce(NEW.is_default, false));
    INSERT INTO customer_addresses (id, customer_id, label, line1, line2, city, state, postal_code, latitude, longitude,
      is_default)
    VALUES (NEW.id, NEW.customer_id, coalesce(NEW.label, 'Home'), NEW.line1, NEW.line2, NEW.city, NEW.state,
      NEW.postal_code, NEW.latitude, NEW.longitude,
      NOT EXISTS (SELECT FROM customer_addresses WHERE customer_id = NEW.customer_id));
  ELSE
    UPDATE location_addresses SET label = NEW.label, line1 = NEW.line1, line2 = NEW.line2, city = NEW.city,
      state = NEW.state, postal_code = NEW.postal_code, latitude = NEW.latitude, longitude = NEW.longitude,
      is_default = NEW.is_default, updated_at = NEW.updated_at
    WHERE id = OLD.id AND location_id = ANY (actor_locations());
    UPDATE customer_addresses SET label = NEW.label, line1 = NEW.line1, line2 = NEW.line2, city = NEW.city,
      state = NEW.state, postal_code = NEW.postal_code, latitude = NEW.latitude, longitude = NEW.longitude,
      updated_at = now()
    WHERE id = OLD.id AND (label, line1, line2, city, state, postal_code, latitude, longitude) IS DISTINCT FROM
      (NEW.label, NEW.line1, NEW.line2, NEW.city, NEW.state, NEW.postal_code, NEW.latitude, NEW.longitude);
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER write_address_here INSTEAD OF INSERT OR UPDATE OR DELETE ON located.customer_addresses
FOR EACH ROW EXECUTE FUNCTION write_address_here();
