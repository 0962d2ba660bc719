-- What is sold: categories, brands, taxes, products and their sub-products.

CREATE TABLE taxes (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  rate numeric(6,3) NOT NULL CHECK (rate BETWEEN 0 AND 100),
  description text,
  status boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX taxes_name ON taxes (lower(name));

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
CREATE INDEX brands_search ON brands USING gin (name gin_trgm_ops);

CREATE TABLE categories (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  parent_id uuid REFERENCES categories,
  -- 1 to 3.
  level integer NOT NULL CHECK (level BETWEEN 1 AND 3),
  description text,
  image_id uuid REFERENCES files,
  status boolean NOT NULL DEFAULT true,
  sort_order integer NOT NULL DEFAULT 0,
  -- [{ name, type, options, required }]
  specifications jsonb NOT NULL DEFAULT '[]',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX categories_name ON categories (parent_id, lower(name)) NULLS NOT DISTINCT;
CREATE INDEX categories_by_parent ON categories (parent_id, sort_order);

-- No row of its own means: taxes of the nearest category above that has some.
CREATE TABLE category_taxes (
  category_id uuid NOT NULL REFERENCES categories ON DELETE CASCADE,
  tax_id uuid NOT NULL REFERENCES taxes,
  PRIMARY KEY (category_id, tax_id)
);
CREATE INDEX category_taxes_by_tax ON category_taxes (tax_id);

CREATE TABLE products (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  slug text NOT NULL,
  description text,
  brand_id uuid REFERENCES brands,
  category_id uuid NOT NULL REFERENCES categories,
  -- { "Fat content": "2 %" }: the values of the category's specifications.
  specifications jsonb NOT NULL DEFAULT '{}',
  tags text[] NOT NULL DEFAULT '{}',
  badge text NOT NULL DEFAULT 'none' CHECK (badge IN ('none', 'newArrival', 'bestSeller', 'autoBestSeller')),
  add_to_home_page boolean NOT NULL DEFAULT false,
  status boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX products_slug ON products (slug);
CREATE INDEX products_by_brand ON products (brand_id);
CREATE INDEX products_by_category ON products (category_id);
CREATE INDEX products_by_name ON products (name, id);
CREATE INDEX products_by_update ON products (updated_at DESC, id DESC);
CREATE INDEX products_by_creation ON products (created_at DESC, id DESC);
CREATE INDEX products_search ON products USING gin (name gin_trgm_ops) WITH (fastupdate = off);

-- Rows here override the taxes of the category.
CREATE TABLE product_taxes (
  product_id uuid NOT NULL REFERENCES products ON DELETE CASCADE,
  tax_id uuid NOT NULL REFERENCES taxes,
  PRIMARY KEY (product_id, tax_id)
);
CREATE INDEX product_taxes_by_tax ON product_taxes (tax_id);

CREATE TABLE sub_products (
  id uuid PRIMARY KEY,
  product_id uuid NOT NULL REFERENCES products ON DELETE CASCADE,
  name text NOT NULL,
  sku text NOT NULL,
  barcode text,
  option_values jsonb NOT NULL DEFAULT '{}',
  unit text NOT NULL DEFAULT 'each' CHECK (unit IN ('each', 'lb', 'oz', 'kg', 'g', 'l', 'ml', 'fl oz')),
  unit_size numeric(12,3) CHECK (unit_size > 0),
  sold_by_weight boolean NOT NULL DEFAULT false,
  price bigint NOT NULL CHECK (price > 0),
  sale_price bigint CHECK (sale_price > 0 AND sale_price <= price),
  cost_price bigint CHECK (cost_price >= 0),
  min_per_order numeric(12,3) CHECK (min_per_order > 0),
  max_per_order numeric(12,3) CHECK (max_per_order > 0),
  sort_order integer NOT NULL DEFAULT 0,
  status boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX sub_products_sku ON sub_products (lower(sku));
CREATE UNIQUE INDEX sub_products_barcode ON sub_products (barcode);
CREATE INDEX sub_products_by_product ON sub_products (product_id, sort_order, id);
CREATE INDEX sub_products_by_name ON sub_products (name, id);
CREATE INDEX sub_products_search ON sub_products USING gin (name gin_trgm_ops, sku gin_trgm_ops, barcode gin_trgm_ops) WITH (fastupdate = off);

-- Ordered pictures of a product, or of one of its sub-products. The first is the cover.
CREATE TABLE product_images (
  product_id uuid NOT NULL REFERENCES products ON DELETE CASCADE,
  sub_product_id uuid REFERENCES sub_products ON DELETE CASCADE,
  file_id uuid NOT NULL REFERENCES files,
  alt text NOT NULL DEFAULT '',
  sort_order integer NOT NULL DEFAULT 0,
  PRIMARY KEY (product_id, file_id)
);
CREATE INDEX product_images_by_sub_product ON product_images (sub_product_id) WHERE sub_product_id IS NOT NULL;

SELECT versioned(name) FROM unnest('{taxes,brands,categories,products,sub_products}'::regclass[]) AS name;
SELECT read_only_for_locations(name)
FROM unnest('{taxes,brands,categories,category_taxes,products,product_taxes,sub_products,product_images}'::regclass[]) AS name;

-- The taxes that hold for each category: its own, else those of the nearest category above with some.
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
