-- Where a product and a category belonged before they were moved, so that the tax of a past day follows the tree of
-- that day. As with past rates: what holds now stays where it is.

-- Until a product was of another category.
CREATE TABLE past_product_categories (
  product_id uuid NOT NULL,
  until timestamptz NOT NULL,
  -- No reference: a category that was deleted since stays told.
  category_id uuid NOT NULL,
  PRIMARY KEY (product_id, until)
);
SELECT append_only('past_product_categories');
SELECT read_only_for_locations('past_product_categories');

CREATE FUNCTION keep_past_product_category() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO past_product_categories VALUES (OLD.id, now(), OLD.category_id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_past_product_category AFTER UPDATE OF category_id ON products FOR EACH ROW
  WHEN (OLD.category_id <> NEW.category_id) EXECUTE FUNCTION keep_past_product_category();

-- Until a category stood below another one, or was deleted.
CREATE TABLE past_categories (
  category_id uuid NOT NULL,
  until timestamptz NOT NULL,
  name text NOT NULL,
  parent_id uuid,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (category_id, until)
);
SELECT append_only('past_categories');
SELECT read_only_for_locations('past_categories');

CREATE FUNCTION keep_past_category() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO past_categories VALUES (OLD.id, now(), OLD.name, OLD.parent_id, OLD.created_at) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_past_category AFTER UPDATE OF parent_id ON categories FOR EACH ROW
  WHEN (OLD.parent_id IS DISTINCT FROM NEW.parent_id) EXECUTE FUNCTION keep_past_category();
CREATE TRIGGER keep_deleted_category AFTER DELETE ON categories FOR EACH ROW EXECUTE FUNCTION keep_past_category();
