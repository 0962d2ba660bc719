-- Updates `expired`, `next_expiry` and `out_since` of sub-products at a location.
CREATE OR REPLACE FUNCTION refresh_expiry(location uuid, sub_products uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM hold_levels(location, sub_products);
END $$;
