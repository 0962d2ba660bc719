-- For figures over the goods of many locations: few prices are a location's own, and all its offers were read for these.
CREATE INDEX location_sub_products_own_price ON location_sub_products (location_id, sub_product_id) INCLUDE (price)
WHERE price IS NOT NULL;
