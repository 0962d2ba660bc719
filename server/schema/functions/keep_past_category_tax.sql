-- Records a tax that was removed from a category.
CREATE OR REPLACE FUNCTION keep_past_category_tax() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO past_named_taxes VALUES (OLD.category_id, OLD.tax_id, OLD.since, now()) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER keep_past_category_tax AFTER DELETE ON category_taxes FOR EACH ROW EXECUTE FUNCTION keep_past_category_tax();
