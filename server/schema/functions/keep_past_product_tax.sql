-- Records a tax that was removed from a product.
CREATE OR REPLACE FUNCTION keep_past_product_tax() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO past_named_taxes VALUES (OLD.product_id, OLD.tax_id, OLD.since, now()) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER keep_past_product_tax AFTER DELETE ON product_taxes FOR EACH ROW EXECUTE FUNCTION keep_past_product_tax();
