-- Finds the lots of a sub-product that are in stock at any location, among many empty ones.
CREATE INDEX lots_in_stock ON lots (sub_product_id) WHERE in_stock;
