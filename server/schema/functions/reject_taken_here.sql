-- Rejects a phone or email that another customer of the actor's stores has. Ignores records of other stores, so that it
-- doesn't reveal their customers.
CREATE OR REPLACE FUNCTION reject_taken_here(but uuid, digits text, mail text) RETURNS void
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM customer_locations cl WHERE cl.phone_digits = digits
      AND cl.location_id = ANY (actor_locations()) AND cl.customer_id IS DISTINCT FROM but) THEN
    RAISE unique_violation USING CONSTRAINT = 'customers_phone', TABLE = 'customers';
  END IF;
  IF EXISTS (SELECT FROM customer_locations cl WHERE lower(cl.email) = lower(mail)
      AND cl.location_id = ANY (actor_locations()) AND cl.customer_id IS DISTINCT FROM but) THEN
    RAISE unique_violation USING CONSTRAINT = 'customers_email', TABLE = 'customers';
  END IF;
END $$;
