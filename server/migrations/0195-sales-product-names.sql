-- The job fill_product_names fills the column in batches after the server has started.
ALTER TABLE order_lines ADD COLUMN product_name text;
CREATE INDEX order_lines_without_product ON order_lines (order_id) WHERE product_name IS NULL;
