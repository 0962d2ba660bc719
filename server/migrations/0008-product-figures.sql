-- What the screens of a product ask for, and who decides about its badge.

-- False once a person has taken the badge away or chosen another: the night then leaves it alone.
ALTER TABLE products ADD COLUMN badge_by_sales boolean NOT NULL DEFAULT true;
CREATE INDEX products_by_badge ON products (badge, id) WHERE badge <> 'none';

-- Who shows a picture: copies of a product share theirs.
CREATE INDEX product_images_by_file ON product_images (file_id);

-- The latest sales of one sub-product. Order ids follow time; the location goes along so that people of single
-- locations skip the others' lines in the index.
CREATE INDEX order_lines_by_sub_product ON order_lines (sub_product_id, order_id DESC, location_id);
