-- Tax rates with their names.
CREATE TABLE taxes (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  rate numeric(6,3) NOT NULL CHECK (rate >= 0::numeric AND rate <= 100::numeric),
  description text,
  status boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX taxes_name ON taxes (lower(name));
SELECT versioned('taxes');
SELECT read_only_for_locations('taxes');

-- Folds text for searches: "José Muñoz-García" becomes "jose munoz-garcia", and "O’Reilly" becomes "oreilly". The
-- server folds search input in the same way (contract/src/core/fold-text.ts). Most names are ASCII and take the fast
-- path.
CREATE FUNCTION fold_text(typed text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 20 AS $$
BEGIN
  RETURN CASE WHEN octet_length(typed) = char_length(typed)
    THEN replace(replace(lower(typed COLLATE "C"), '''', ''), '`', '')
    ELSE public.fold_marks(typed) END;
END $$;

-- Brands of products.
CREATE TABLE brands (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  logo_id uuid REFERENCES files,
  status boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX brands_name ON brands (lower(name));
CREATE INDEX brands_search ON brands USING gin (fold_text(name) gin_trgm_ops);
SELECT versioned('brands');
SELECT read_only_for_locations('brands');

-- The category tree, with up to three levels.
CREATE TABLE categories (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  parent_id uuid REFERENCES categories,
  level integer NOT NULL CHECK (level >= 1 AND level <= 3),
  description text,
  image_id uuid REFERENCES files,
  status boolean NOT NULL DEFAULT true,
  sort_order integer NOT NULL DEFAULT 0,
  -- [{ name, type, options, required }]
  specifications jsonb NOT NULL DEFAULT '[]'::jsonb,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX categories_name ON categories (parent_id, lower(name)) NULLS NOT DISTINCT;
CREATE INDEX categories_by_parent ON categories (parent_id, sort_order);
SELECT versioned('categories');
SELECT read_only_for_locations('categories');

-- Taxes of a category. A category without rows inherits the taxes of its nearest ancestor with rows.
CREATE TABLE category_taxes (
  category_id uuid NOT NULL REFERENCES categories ON DELETE CASCADE,
  tax_id uuid NOT NULL REFERENCES taxes,
  -- When the tax was assigned to the category.
  since timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (category_id, tax_id)
);
CREATE INDEX category_taxes_by_tax ON category_taxes (tax_id);
SELECT read_only_for_locations('category_taxes');

-- Products. Each consists of sub-products, which are the items that stores stock and sell.
CREATE TABLE products (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  slug text NOT NULL,
  description text,
  brand_id uuid REFERENCES brands,
  category_id uuid NOT NULL REFERENCES categories,
  -- The values of the category's specifications: { "Fat content": "2 %" }.
  specifications jsonb NOT NULL DEFAULT '{}'::jsonb,
  tags text[] NOT NULL DEFAULT '{}'::text[],
  badge text NOT NULL DEFAULT 'none' CHECK (badge IN ('none', 'newArrival', 'bestSeller', 'autoBestSeller')),
  -- False after a user removes or replaces the badge. The nightly job then leaves the badge unchanged.
  badge_by_sales boolean NOT NULL DEFAULT true,
  add_to_home_page boolean NOT NULL DEFAULT false,
  status boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX products_slug ON products (slug);
CREATE INDEX products_by_brand ON products (brand_id);
CREATE INDEX products_by_category ON products (category_id);
CREATE INDEX products_by_update ON products (updated_at DESC, id DESC);
CREATE INDEX products_by_creation ON products (created_at DESC, id DESC);
CREATE INDEX products_by_badge ON products (badge, id) WHERE badge <> 'none';
CREATE INDEX products_search ON products USING gin (fold_text(name) gin_trgm_ops) WITH (fastupdate = on,
  gin_pending_list_limit = 64);
CREATE INDEX products_by_name ON products (name COLLATE aisle_names, id);
SELECT versioned('products');
SELECT read_only_for_locations('products');

-- Taxes of a product, which replace the taxes of its category.
CREATE TABLE product_taxes (
  product_id uuid NOT NULL REFERENCES products ON DELETE CASCADE,
  tax_id uuid NOT NULL REFERENCES taxes,
  -- When the tax was assigned to the product.
  since timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (product_id, tax_id)
);
CREATE INDEX product_taxes_by_tax ON product_taxes (tax_id);
SELECT read_only_for_locations('product_taxes');

-- Sub-products are the variants and sizes of a product that stores stock and sell.
CREATE TABLE sub_products (
  id uuid PRIMARY KEY,
  product_id uuid NOT NULL REFERENCES products ON DELETE CASCADE,
  name text NOT NULL,
  sku text NOT NULL,
  barcode text,
  option_values jsonb NOT NULL DEFAULT '{}'::jsonb,
  unit text NOT NULL DEFAULT 'each' CHECK (unit IN ('each', 'lb', 'oz', 'kg', 'g', 'l', 'ml', 'fl oz')),
  unit_size numeric(12,3) CHECK (unit_size > 0::numeric),
  sold_by_weight boolean NOT NULL DEFAULT false,
  price bigint NOT NULL CHECK (price > 0),
  sale_price bigint,
  cost_price bigint CHECK (cost_price >= 0),
  min_per_order numeric(12,3) CHECK (min_per_order > 0::numeric),
  max_per_order numeric(12,3) CHECK (max_per_order > 0::numeric),
  sort_order integer NOT NULL DEFAULT 0,
  status boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT sub_products_check CHECK (sale_price > 0 AND sale_price <= price)
);
CREATE UNIQUE INDEX sub_products_sku ON sub_products (lower(sku));
-- Includes the prices, so that a list of products sorted by price reads only this index.
CREATE INDEX sub_products_by_product ON sub_products (product_id, sort_order, id) INCLUDE (price, sale_price);
-- Leading zeros don't matter: a GTIN-12 equals a GTIN-13 or GTIN-14 that adds zeros at its start.
CREATE UNIQUE INDEX sub_products_barcode ON sub_products (lpad(barcode, 14, '0'));
CREATE INDEX sub_products_search ON sub_products USING gin (fold_text(name) gin_trgm_ops, sku gin_trgm_ops,
  barcode gin_trgm_ops) WITH (fastupdate = on, gin_pending_list_limit = 64);
CREATE INDEX sub_products_by_name ON sub_products (name COLLATE aisle_names, id);
SELECT versioned('sub_products');
SELECT read_only_for_locations('sub_products');

-- Active sub-products whose product and categories are all active.
CREATE VIEW sellable_goods WITH (security_invoker = true) AS
SELECT s.id AS sub_product_id, s.product_id, p.category_id
FROM sub_products s
JOIN products p ON p.id = s.product_id
JOIN categories c ON c.id = p.category_id
LEFT JOIN categories parent ON parent.id = c.parent_id
LEFT JOIN categories top ON top.id = parent.parent_id
WHERE s.status AND p.status AND c.status AND coalesce(parent.status, true) AND coalesce(top.status, true);

-- Images of products and sub-products. The first one in sort order is the cover.
CREATE TABLE product_images (
  product_id uuid NOT NULL REFERENCES products ON DELETE CASCADE,
  sub_product_id uuid REFERENCES sub_products ON DELETE CASCADE,
  file_id uuid NOT NULL REFERENCES files,
  alt text NOT NULL DEFAULT '',
  sort_order integer NOT NULL DEFAULT 0,
  -- The address from which an import downloaded the image. Imports don't download the same address again.
  source_url text,
  PRIMARY KEY (product_id, file_id)
);
CREATE INDEX product_images_by_sub_product ON product_images (sub_product_id) WHERE sub_product_id IS NOT NULL;
-- Finds the products that use an image, since copies of a product share its images.
CREATE INDEX product_images_by_file ON product_images (file_id);
SELECT read_only_for_locations('product_images');

-- Suppliers of received lots.
CREATE TABLE vendors (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  contact text,
  email text,
  phone text,
  address jsonb,
  tax_number text,
  payment_terms text,
  status boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX vendors_name ON vendors (lower(name));
SELECT versioned('vendors');
SELECT read_only_for_locations('vendors');

-- The taxes of each category: its own, or those of its nearest ancestor with taxes.
CREATE VIEW category_effective_taxes WITH (security_invoker = true) AS
WITH RECURSIVE up AS (
  SELECT id AS category_id, id AS source_id, parent_id, 0 AS distance FROM categories
  UNION ALL
  SELECT up.category_id, c.id, c.parent_id, up.distance + 1 FROM up JOIN categories c ON c.id = up.parent_id
), nearest AS (
  SELECT DISTINCT ON (category_id) category_id, source_id
  FROM up WHERE EXISTS (SELECT FROM category_taxes ct WHERE ct.category_id = up.source_id)
  ORDER BY category_id, distance
)
SELECT nearest.category_id, nearest.source_id, ct.tax_id
FROM nearest JOIN category_taxes ct ON ct.category_id = nearest.source_id;

-- Previous states of taxes whose rate or status changed, and of deleted taxes. A row applied up to `until`. This table and
-- the next three explain the rates of past days. The statements that change the records write them.
CREATE TABLE past_taxes (
  tax_id uuid NOT NULL,
  until timestamptz NOT NULL,
  name text NOT NULL,
  rate numeric(6,3) NOT NULL,
  status boolean NOT NULL,
  PRIMARY KEY (tax_id, until)
);
SELECT append_only('past_taxes');
REVOKE INSERT ON past_taxes FROM aisle_located;

-- Taxes that were removed from a product or a category, or whose category was deleted, with the time range of the
-- assignment.
CREATE TABLE past_named_taxes (
  -- The id of a product or a category.
  owner_id uuid NOT NULL,
  tax_id uuid NOT NULL,
  since timestamptz NOT NULL,
  until timestamptz NOT NULL,
  PRIMARY KEY (owner_id, tax_id, until)
);
SELECT append_only('past_named_taxes');
REVOKE INSERT ON past_named_taxes FROM aisle_located;

-- Previous categories of moved products. A row applied up to `until`.
CREATE TABLE past_product_categories (
  product_id uuid NOT NULL,
  until timestamptz NOT NULL,
  -- No foreign key, since the row remains after its category is deleted.
  category_id uuid NOT NULL,
  PRIMARY KEY (product_id, until)
);
SELECT append_only('past_product_categories');
REVOKE INSERT ON past_product_categories FROM aisle_located;

-- Previous parents of moved and deleted categories. A row applied up to `until`. The name is for deleted categories: others
-- are always shown with their current name, so a rename needs no row.
CREATE TABLE past_categories (
  category_id uuid NOT NULL,
  until timestamptz NOT NULL,
  name text NOT NULL,
  parent_id uuid,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (category_id, until)
);
SELECT append_only('past_categories');
REVOKE INSERT ON past_categories FROM aisle_located;

-- Returns the letters of a word as a bit set. It rules out most words before the edit distance is computed, since a
-- word within two edits lacks at most two of the letters.
CREATE FUNCTION letter_mask(word text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(bit_or(1::bigint << (ascii(letter) & 63)), 0) FROM string_to_table(word, NULL) AS letter
$$;

-- Words of product, brand and category names, for spelling corrections.
CREATE TABLE catalogue_words (
  word text NOT NULL,
  letters integer GENERATED ALWAYS AS (char_length(word)) STORED,
  letter_set bigint GENERATED ALWAYS AS (letter_mask(word)) STORED
);
-- The index is not unique, so that transactions that add the same new word don't wait for each other. Duplicates are
-- harmless.
CREATE INDEX catalogue_words_by_word ON catalogue_words (word);
CREATE INDEX catalogue_words_by_letters ON catalogue_words (letters);
CREATE INDEX catalogue_words_within ON catalogue_words USING gin (word gin_trgm_ops) WITH (fastupdate = on,
  gin_pending_list_limit = 64);
REVOKE INSERT, UPDATE, DELETE ON catalogue_words FROM aisle_all, aisle_located;

-- Image addresses in the rows of an import, and the images that were added. Downloads start after the last row is
-- imported.
CREATE TABLE import_pictures (
  import_id uuid NOT NULL REFERENCES imports ON DELETE CASCADE,
  row_number integer NOT NULL,
  product_id uuid NOT NULL,
  urls text[] NOT NULL,
  done boolean NOT NULL DEFAULT false,
  file_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  PRIMARY KEY (import_id, row_number)
);
CREATE INDEX import_pictures_waiting ON import_pictures (import_id, row_number) WHERE NOT done;
REVOKE ALL ON import_pictures FROM aisle_located;

ALTER TABLE notices ADD FOREIGN KEY (sub_product_id) REFERENCES sub_products(id) ON DELETE CASCADE;
