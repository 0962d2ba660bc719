-- Where goods stand in a store, counts of some shelves alone, and the day by which a vendor promised to deliver.

-- As people there call it: "A3-2". Compared byte by byte, so that everything of a shelf is one range.
ALTER TABLE location_sub_products ADD COLUMN shelf_code text COLLATE "C" CHECK (length(shelf_code) BETWEEN 1 AND 20);
CREATE INDEX location_sub_products_by_shelf ON location_sub_products (location_id, shelf_code) WHERE shelf_code IS NOT NULL;

-- The beginnings of the shelves that are counted; empty: all.
ALTER TABLE stock_counts ADD COLUMN shelves text[] NOT NULL DEFAULT '{}';

-- Null: nobody promised any day.
ALTER TABLE lots ADD COLUMN expected_on date;
GRANT INSERT (expected_on), UPDATE (expected_on) ON lots TO aisle_all, aisle_located;
DROP TRIGGER count_version ON lots;
CREATE TRIGGER count_version BEFORE UPDATE OF vendor_id, lot_number, cost_price, manufactured_on, expires_on, expected_on
ON lots FOR EACH ROW EXECUTE FUNCTION count_version();

-- Shelves in the order in which one walks past them: A2 before A10.
CREATE FUNCTION shelf_order(shelf text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = public, pg_temp AS $$
  SELECT regexp_replace(regexp_replace(shelf, '(\d+)', '000000000\1', 'g'), '\d*(\d{9})', '\1', 'g') COLLATE "C"
$$;
