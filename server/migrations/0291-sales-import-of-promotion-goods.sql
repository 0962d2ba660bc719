-- Items of promotions are imported from files.
ALTER TABLE imports
  DROP CONSTRAINT imports_kind_check,
  ADD CONSTRAINT imports_kind_check CHECK (kind IN ('products', 'customers', 'vendors', 'prices', 'stock', 'promotionGoods'));
ALTER TABLE import_rows ADD COLUMN promotion_id uuid;
