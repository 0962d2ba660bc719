-- Returns whether a sellable quantity is positive and at most the threshold of the location, or the default threshold.
CREATE OR REPLACE FUNCTION is_low(location uuid, sub_product uuid, available numeric) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN available > 0 AND available <= coalesce((SELECT offer.threshold FROM location_sub_products offer
    WHERE offer.location_id = location AND offer.sub_product_id = sub_product), low_at());
END $$;
