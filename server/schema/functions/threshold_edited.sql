-- Updates low_since after thresholds of sub-products at a location changed.
CREATE OR REPLACE FUNCTION threshold_edited() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE stock_levels level SET low_since = level.low_since
  FROM changed JOIN former USING (location_id, sub_product_id)
  WHERE level.location_id = changed.location_id AND level.sub_product_id = changed.sub_product_id
    AND changed.threshold IS DISTINCT FROM former.threshold;
  RETURN NULL;
END $$;

CREATE TRIGGER threshold_edited AFTER UPDATE ON location_sub_products
REFERENCING NEW TABLE AS changed OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION threshold_edited();
