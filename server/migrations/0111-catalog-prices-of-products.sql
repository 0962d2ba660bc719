-- The price range of a product is read from its sub-products. The index includes their prices, so that a list of products
-- sorted by price reads only the index.
DROP FUNCTION keep_product_prices, keep_edited_product_prices CASCADE;
DROP FUNCTION sum_product_prices;
DROP TABLE product_prices;
DROP INDEX sub_products_by_product;
CREATE INDEX sub_products_by_product ON sub_products (product_id, sort_order, id) INCLUDE (price, sale_price);
