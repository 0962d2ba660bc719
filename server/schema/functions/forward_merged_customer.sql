-- Copies the marketplace's edits to store records. Name, phone and email go to the location that added the customer, as
-- long as no other location has a record. Status changes and withdrawn consent apply at every location. It is a trigger,
-- since many statements write customers, and stores must not contact a customer who withdrew consent in any of them.
CREATE OR REPLACE FUNCTION forward_merged_customer() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- A store's edit is already in its own record. change_customer_here decides what else it changes.
  IF current_setting('app.locations', true) <> '' THEN RETURN NULL; END IF;
  UPDATE customer_locations cl SET
    status = CASE WHEN NEW.status <> OLD.status THEN NEW.status ELSE cl.status END,
    marketing_consent = CASE WHEN NEW.marketing_consent THEN cl.marketing_consent OR cl.is_origin ELSE false END,
    marketing_consent_at = CASE WHEN cl.is_origin OR cl.marketing_consent THEN NEW.marketing_consent_at
      ELSE cl.marketing_consent_at END,
    marketing_consent_how = CASE WHEN cl.is_origin OR cl.marketing_consent THEN NEW.marketing_consent_how
      ELSE cl.marketing_consent_how END
  WHERE cl.customer_id = NEW.id AND (NEW.status <> OLD.status OR NEW.marketing_consent <> OLD.marketing_consent);
  UPDATE customer_locations cl SET
    first_name = CASE WHEN cl.first_name = OLD.first_name THEN NEW.first_name ELSE cl.first_name END,
    last_name = CASE WHEN cl.last_name = OLD.last_name THEN NEW.last_name ELSE cl.last_name END,
    phone = CASE WHEN cl.phone_digits = OLD.phone_digits THEN NEW.phone ELSE cl.phone END,
    phone_digits = CASE WHEN cl.phone_digits = OLD.phone_digits THEN NEW.phone_digits ELSE cl.phone_digits END,
    email = CASE WHEN cl.email IS NOT DISTINCT FROM OLD.email THEN NEW.email ELSE cl.email END
  WHERE cl.customer_id = NEW.id AND cl.is_origin
    AND (OLD.first_name, OLD.last_name, OLD.phone, OLD.email) IS DISTINCT FROM
      (NEW.first_name, NEW.last_name, NEW.phone, NEW.email)
    AND NOT EXISTS (SELECT FROM customer_locations o WHERE o.customer_id = NEW.id AND o.location_id <> cl.location_id);
  RETURN NULL;
END $$;

CREATE TRIGGER forward_merged_customer AFTER UPDATE OF first_name, last_name, phone, email, status, marketing_consent ON customers
FOR EACH ROW WHEN (NEW.erased_at IS NULL AND NEW.merged_into IS NULL) EXECUTE FUNCTION forward_merged_customer();
