-- Saves a store's edit in the store's record of a customer. Notes and marketing consent also apply to the marketplace's
-- record, and a withdrawn consent applies to all stores. The other fields apply to the marketplace's record only if
-- this store added the customer and no other store knows the customer.
CREATE OR REPLACE FUNCTION change_customer_here(customer uuid, changes jsonb) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  here customer_locations;
BEGIN
  IF NOT EXISTS (SELECT FROM customer_locations WHERE customer_id = customer AND location_id = ANY (actor_locations())) THEN
    RETURN;
  END IF;
  PERFORM reject_taken_here(customer, changes ->> 'phone_digits', changes ->> 'email');
  UPDATE customer_locations cl SET
    first_name = coalesce(changes ->> 'first_name', cl.first_name),
    last_name = coalesce(changes ->> 'last_name', cl.last_name),
    phone = coalesce(changes ->> 'phone', cl.phone),
    phone_digits = coalesce(changes ->> 'phone_digits', cl.phone_digits),
    email = CASE WHEN changes ? 'email' THEN changes ->> 'email' ELSE cl.email END,
    status = coalesce(changes ->> 'status', cl.status),
    marketing_consent = coalesce((changes ->> 'marketing_consent')::boolean, cl.marketing_consent),
    marketing_consent_at = coalesce((changes ->> 'marketing_consent_at')::timestamptz, cl.marketing_consent_at),
    marketing_consent_how = coalesce(changes ->> 'marketing_consent_how', cl.marketing_consent_how)
  WHERE cl.customer_id = customer AND cl.location_id = ANY (actor_locations());
  -- Consent that a customer gives or withdraws at any store counts for the marketplace.
  UPDATE customers c SET
    notes = concat_ws(E'\n', c.notes, nullif(changes ->> 'notes', '')),
    marketing_consent = coalesce((changes ->> 'marketing_consent')::boolean, c.marketing_consent),
    marketing_consent_at = coalesce((changes ->> 'marketing_consent_at')::timestamptz, c.marketing_consent_at),
    marketing_consent_how = coalesce(changes ->> 'marketing_consent_how', c.marketing_consent_how),
    updated_at = now()
  WHERE c.id = customer AND (changes ->> 'notes' <> '' OR changes ? 'marketing_consent');
  UPDATE customer_locations SET marketing_consent = false,
    marketing_consent_at = (changes ->> 'marketing_consent_at')::timestamptz,
    marketing_consent_how = changes ->> 'marketing_consent_how'
  WHERE customer_id = customer AND marketing_consent AND (changes ->> 'marketing_consent')::boolean IS FALSE;
  SELECT * INTO here FROM customer_locations WHERE customer_id = customer AND location_id = customer_only_at(customer);
  IF NOT FOUND THEN RETURN; END IF;
  UPDATE customers c SET first_name = here.first_name, last_name = here.last_name, status = here.status, updated_at = now()
  WHERE c.id = customer AND (c.first_name, c.last_name, c.status) IS DISTINCT FROM
    (here.first_name, here.last_name, here.status);
  UPDATE customers c SET phone = here.phone, phone_digits = here.phone_digits, updated_at = now()
  WHERE c.id = customer AND changes ? 'phone'
    AND NOT EXISTS (SELECT FROM customers o WHERE o.phone_digits = here.phone_digits AND o.id <> customer);
  UPDATE customers c SET email = here.email, updated_at = now()
  WHERE c.id = customer AND changes ? 'email'
    AND NOT EXISTS (SELECT FROM customers o WHERE lower(o.email) = lower(here.email) AND o.id <> customer);
END $$;
