-- Copies a store user's new, edited or deleted address to the marketplace's record. Addresses of orders stay with the
-- store.
CREATE OR REPLACE FUNCTION share_address() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM customer_addresses WHERE id = OLD.id;
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO customer_addresses (id, customer_id, label, line1, line2, city, state, postal_code, latitude, longitude,
      is_default)
    VALUES (NEW.id, NEW.customer_id, NEW.label, NEW.line1, NEW.line2, NEW.city, NEW.state, NEW.postal_code, NEW.latitude,
      NEW.longitude, NOT EXISTS (SELECT FROM customer_addresses WHERE customer_id = NEW.customer_id));
  ELSE
    UPDATE customer_addresses SET label = NEW.label, line1 = NEW.line1, line2 = NEW.line2, city = NEW.city,
      state = NEW.state, postal_code = NEW.postal_code, latitude = NEW.latitude, longitude = NEW.longitude,
      updated_at = now()
    WHERE id = NEW.id AND (label, line1, line2, city, state, postal_code, latitude, longitude) IS DISTINCT FROM
      (NEW.label, NEW.line1, NEW.line2, NEW.city, NEW.state, NEW.postal_code, NEW.latitude, NEW.longitude);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER share AFTER INSERT OR UPDATE OR DELETE ON location_addresses FOR EACH ROW
WHEN (current_setting('app.locations', true) <> '' AND pg_trigger_depth() = 0) EXECUTE FUNCTION share_address();
