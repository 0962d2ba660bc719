-- Updates low_since after sub-products were added to a location. Setting low_since to itself fires note_low.
CREATE OR REPLACE FUNCTION threshold_changed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE stock_levels level SET low_since = level.low_since FROM changed
  WHERE level.location_id = changed.location_id AND level.sub_product_id = changed.sub_product_id;
  RETURN NULL;
END $$;

CREATE TRIGGER threshold_set AFTER INSERT ON location_sub_products
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION threshold_changed();
