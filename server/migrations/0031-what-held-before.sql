-- What rates were before they were changed, so that a past day can be explained as it was. The rows in use stay
-- where they are: here is only what no longer holds, and until when it did.

-- Until the commission of a location was another.
CREATE TABLE past_location_commissions (
  -- No reference: what was once taken stays told.
  location_id uuid NOT NULL,
  until timestamptz NOT NULL,
  rate numeric(6,3) NOT NULL,
  PRIMARY KEY (location_id, until)
);
SELECT keep_to_locations('past_location_commissions');
SELECT append_only('past_location_commissions');

CREATE FUNCTION keep_past_commission() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Twice in one transaction: what held before it counts.
  INSERT INTO past_location_commissions VALUES (OLD.id, now(), OLD.commission_rate) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_past_commission AFTER UPDATE OF commission_rate ON locations FOR EACH ROW
  WHEN (OLD.commission_rate <> NEW.commission_rate) EXECUTE FUNCTION keep_past_commission();

-- Until a tax was of another rate, was switched, or was deleted.
CREATE TABLE past_taxes (
  tax_id uuid NOT NULL,
  until timestamptz NOT NULL,
  name text NOT NULL,
  rate numeric(6,3) NOT NULL,
  status boolean NOT NULL,
  PRIMARY KEY (tax_id, until)
);
SELECT append_only('past_taxes');
SELECT read_only_for_locations('past_taxes');

CREATE FUNCTION keep_past_tax() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO past_taxes VALUES (OLD.id, now(), OLD.name, OLD.rate, OLD.status) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_past_tax AFTER UPDATE OF rate, status ON taxes FOR EACH ROW
  WHEN (OLD.rate <> NEW.rate OR OLD.status <> NEW.status) EXECUTE FUNCTION keep_past_tax();
CREATE TRIGGER keep_deleted_tax AFTER DELETE ON taxes FOR EACH ROW EXECUTE FUNCTION keep_past_tax();

-- Since when a product or a category names a tax. What it named when it was made it has always named.
ALTER TABLE product_taxes ADD COLUMN since timestamptz NOT NULL DEFAULT '-infinity';
ALTER TABLE product_taxes ALTER COLUMN since SET DEFAULT now();
ALTER TABLE category_taxes ADD COLUMN since timestamptz NOT NULL DEFAULT '-infinity';
ALTER TABLE category_taxes ALTER COLUMN since SET DEFAULT now();

-- And which it named no longer.
CREATE TABLE past_named_taxes (
  -- A product or a category.
  owner_id uuid NOT NULL,
  tax_id uuid NOT NULL,
  since timestamptz NOT NULL,
  until timestamptz NOT NULL,
  PRIMARY KEY (owner_id, tax_id, until)
);
SELECT append_only('past_named_taxes');
SELECT read_only_for_locations('past_named_taxes');

CREATE FUNCTION keep_past_product_tax() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO past_named_taxes VALUES (OLD.product_id, OLD.tax_id, OLD.since, now()) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_past_product_tax AFTER DELETE ON product_taxes FOR EACH ROW EXECUTE FUNCTION keep_past_product_tax();
CREATE FUNCTION keep_past_category_tax() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO past_named_taxes VALUES (OLD.category_id, OLD.tax_id, OLD.since, now()) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_past_category_tax AFTER DELETE ON category_taxes FOR EACH ROW EXECUTE FUNCTION keep_past_category_tax();
