-- Adds an order's address to the store's record of the customer, unless the record has it or it is incomplete.
CREATE OR REPLACE FUNCTION record_address_at(place uuid, customer uuid, address jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO location_addresses (id, location_id, customer_id, line1, line2, city, state, postal_code, latitude,
    longitude, is_default)
  SELECT new_uuid_v7(), place, customer, address ->> 'line1', address ->> 'line2', address ->> 'city',
    address ->> 'state', address ->> 'postalCode', (address ->> 'latitude')::double precision,
    (address ->> 'longitude')::double precision,
    NOT EXISTS (SELECT FROM location_addresses WHERE customer_id = customer AND location_id = place)
  WHERE address ->> 'line1' IS NOT NULL AND address ->> 'city' IS NOT NULL AND address ->> 'state' IS NOT NULL
    AND address ->> 'postalCode' IS NOT NULL AND NOT EXISTS (SELECT FROM location_addresses a
    WHERE a.customer_id = customer AND a.location_id = place
      AND address_key(a.line1, a.postal_code) = address_key(address ->> 'line1', address ->> 'postalCode'))
$$;
REVOKE ALL ON FUNCTION record_address_at FROM aisle_all, aisle_located;
