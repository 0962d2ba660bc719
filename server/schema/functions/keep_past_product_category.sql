-- Records the previous category of a product.
CREATE OR REPLACE FUNCTION keep_past_product_category() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO past_product_categories VALUES (OLD.id, now(), OLD.category_id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER keep_past_product_category AFTER UPDATE OF category_id ON products FOR EACH ROW
  WHEN (OLD.category_id <> NEW.category_id) EXECUTE FUNCTION keep_past_product_category();
