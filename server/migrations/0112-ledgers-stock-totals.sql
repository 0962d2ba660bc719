-- The stock of products and sub-products over all locations becomes one table that is recounted where it is marked.
DROP FUNCTION keep_product_stock, keep_moved_product_stock, keep_product_stock_of_zone, note_expiry_of_lot CASCADE;
DROP FUNCTION add_product_stock_changes, fill_product_figures, add_figure_changes;
DROP TABLE product_stock, product_stock_changes, all_product_stock, product_figure_changes;

CREATE TABLE stock_totals (
  sub_product_id uuid PRIMARY KEY REFERENCES sub_products ON DELETE CASCADE,
  stock bigint NOT NULL,
  worth bigint NOT NULL,
  available numeric NOT NULL,
  expires_at timestamptz
) WITH (fillfactor = 80);
REVOKE INSERT, UPDATE, DELETE ON stock_totals FROM aisle_all;
REVOKE ALL ON stock_totals FROM aisle_located;

CREATE TABLE stock_total_marks (
  sub_product_id uuid NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
REVOKE INSERT, UPDATE, DELETE ON stock_total_marks FROM aisle_all;
REVOKE ALL ON stock_total_marks FROM aisle_located;
-- The job counts all sub-products within seconds. Until then they are read from their levels.
INSERT INTO stock_total_marks SELECT DISTINCT sub_product_id FROM stock_levels;
