-- Imports of customers, vendors, prices and stock beside those of products. People of single locations import prices
-- and stock of their own locations.
ALTER TABLE imports DROP CONSTRAINT imports_kind_check,
  ADD CONSTRAINT imports_kind_check CHECK (kind IN ('products', 'customers', 'vendors', 'prices', 'stock'));

-- The columns of two kinds of files can have the same names and mean different fields.
ALTER TABLE import_memories ADD COLUMN kind text NOT NULL DEFAULT 'products';
ALTER TABLE import_memories ALTER COLUMN kind DROP DEFAULT;
DROP INDEX import_memories_heading;
CREATE UNIQUE INDEX import_memories_heading ON import_memories (user_id, kind, md5(heading));

-- What a row was written to: the sub-product of prices and stock, with its location; a customer or a vendor.
ALTER TABLE import_rows RENAME COLUMN sub_product_id TO record_id;
ALTER TABLE import_rows RENAME COLUMN sub_product_version TO record_version;
ALTER TABLE import_rows ADD COLUMN location_id uuid;

SELECT keep_to('imports', $$created_by = (SELECT actor_id()) AND kind IN ('prices', 'stock')$$,
  $$created_by = (SELECT actor_id()) AND kind IN ('prices', 'stock')$$);
SELECT keep_to('import_rows',
  'import_id IN (SELECT id FROM imports)
   AND (location_id IS NULL OR location_id = ANY ((SELECT actor_locations())::uuid[]))',
  'import_id IN (SELECT id FROM imports)
   AND (location_id IS NULL OR location_id = ANY ((SELECT actor_locations())::uuid[]))');
SELECT keep_to('import_memories', 'user_id = (SELECT actor_id())', 'user_id = (SELECT actor_id())');
GRANT SELECT, INSERT, UPDATE, DELETE ON imports, import_rows, import_memories TO aisle_located;

-- A table that somebody uploaded, or the rows of it that were rejected, is deleted with its import.
CREATE POLICY own_tables ON files FOR DELETE TO aisle_located
  USING (kind = 'csv' AND created_by = (SELECT actor_id()));
