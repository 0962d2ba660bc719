-- Updates product_prices after inserts and deletes of sub-products.
CREATE OR REPLACE FUNCTION keep_product_prices() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  products uuid[] := ARRAY(SELECT DISTINCT product_id FROM changed);
BEGIN
  IF products <> '{}' THEN PERFORM sum_product_prices(products); END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER keep_prices_added AFTER INSERT ON sub_products REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION keep_product_prices();
CREATE TRIGGER keep_prices_deleted AFTER DELETE ON sub_products REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION keep_product_prices();
