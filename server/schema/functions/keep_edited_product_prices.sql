-- Updates product_prices after price edits of sub-products.
CREATE OR REPLACE FUNCTION keep_edited_product_prices() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  products uuid[] := ARRAY(SELECT DISTINCT changed.product_id FROM changed JOIN former USING (id)
    WHERE coalesce(changed.sale_price, changed.price) <> coalesce(former.sale_price, former.price));
BEGIN
  IF products <> '{}' THEN PERFORM sum_product_prices(products); END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER keep_prices_edited AFTER UPDATE ON sub_products REFERENCING NEW TABLE AS changed OLD TABLE AS former
FOR EACH STATEMENT EXECUTE FUNCTION keep_edited_product_prices();
