-- What is sold: taxes, brands, categories, products, sub-products and vendors, their history, and the words of their
-- names.

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

-- A category without rows inherits the taxes of the nearest ancestor that has some.
CREATE TABLE category_taxes (
  category_id uuid NOT NULL REFERENCES categories ON DELETE CASCADE,
  tax_id uuid NOT NULL REFERENCES taxes,
  -- Since when the category names it.
  since timestamptz NOT NULL DEFAULT now(),
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
  -- False once a person has taken the badge away or chosen another: the nightly job then leaves it alone.
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
CREATE INDEX products_by_name ON products (name, id);
CREATE INDEX products_by_update ON products (updated_at DESC, id DESC);
CREATE INDEX products_by_creation ON products (created_at DESC, id DESC);
CREATE INDEX products_search ON products USING gin (name gin_trgm_ops) WITH (fastupdate = off);
CREATE INDEX products_by_badge ON products (badge, id) WHERE badge <> 'none';

-- Rows here override the taxes of the category.
CREATE TABLE product_taxes (
  product_id uuid NOT NULL REFERENCES products ON DELETE CASCADE,
  tax_id uuid NOT NULL REFERENCES taxes,
  -- Since when the product names it.
  since timestamptz NOT NULL DEFAULT now(),
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
CREATE INDEX sub_products_by_product ON sub_products (product_id, sort_order, id);
CREATE INDEX sub_products_by_name ON sub_products (name, id);
CREATE INDEX sub_products_search ON sub_products USING gin (name gin_trgm_ops, sku gin_trgm_ops, barcode gin_trgm_ops) WITH (fastupdate = off);
-- Leading zeros do not matter: a GTIN-12 equals the GTIN-13 and GTIN-14 that begin with zeros.
CREATE UNIQUE INDEX sub_products_barcode ON sub_products (lpad(barcode, 14, '0'));

-- The least that can be ordered of a sub-product: pieces are whole. The same as leastQuantity in the contract.
CREATE FUNCTION least_quantity(goods sub_products) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN goods.unit = 'each' AND NOT goods.sold_by_weight THEN ceil(coalesce(goods.min_per_order, 1))
    ELSE coalesce(goods.min_per_order, 0.001) END
$$;

-- What is sold at all, whatever the location: active, as are its product and every category that the product is in.
CREATE VIEW sellable_goods WITH (security_invoker = true) AS
SELECT s.id AS sub_product_id, s.product_id, p.category_id
FROM sub_products s
JOIN products p ON p.id = s.product_id
JOIN categories c ON c.id = p.category_id
LEFT JOIN categories parent ON parent.id = c.parent_id
LEFT JOIN categories top ON top.id = parent.parent_id
WHERE s.status AND p.status AND c.status AND coalesce(parent.status, true) AND coalesce(top.status, true);

-- Sorted images of a product, or of one of its sub-products. The first is the cover.
CREATE TABLE product_images (
  product_id uuid NOT NULL REFERENCES products ON DELETE CASCADE,
  sub_product_id uuid REFERENCES sub_products ON DELETE CASCADE,
  file_id uuid NOT NULL REFERENCES files,
  alt text NOT NULL DEFAULT '',
  sort_order integer NOT NULL DEFAULT 0,
  PRIMARY KEY (product_id, file_id)
);
CREATE INDEX product_images_by_sub_product ON product_images (sub_product_id) WHERE sub_product_id IS NOT NULL;
-- Finds the users of an image: copies of a product share their images.
CREATE INDEX product_images_by_file ON product_images (file_id);

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

SELECT versioned(name) FROM unnest('{taxes,brands,categories,products,sub_products,vendors}'::regclass[]) AS name;
SELECT read_only_for_locations(name)
FROM unnest('{taxes,brands,categories,category_taxes,products,product_taxes,sub_products,product_images,vendors}'::regclass[]) AS name;

-- The effective taxes of each category: its own, else those of the nearest ancestor that has some.
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

-- Former taxes and the former category tree, so that a past day can be explained. Current values stay in their tables:
-- here is only what no longer applies, and until when it did.

-- The former rate and status of a tax, until one of them changed or the tax was deleted.
CREATE TABLE past_taxes (
  tax_id uuid NOT NULL,
  until timestamptz NOT NULL,
  name text NOT NULL,
  rate numeric(6,3) NOT NULL,
  status boolean NOT NULL,
  PRIMARY KEY (tax_id, until)
);
SELECT append_only('past_taxes');
SELECT read_only_for_locations('past_taxes');

-- Taxes that a product or a category no longer names.
CREATE TABLE past_named_taxes (
  -- A product or a category.
  owner_id uuid NOT NULL,
  tax_id uuid NOT NULL,
  since timestamptz NOT NULL,
  until timestamptz NOT NULL,
  PRIMARY KEY (owner_id, tax_id, until)
);
SELECT append_only('past_named_taxes');
SELECT read_only_for_locations('past_named_taxes');

-- The former category of a product, until it was moved.
CREATE TABLE past_product_categories (
  product_id uuid NOT NULL,
  until timestamptz NOT NULL,
  -- No foreign key: the row outlives a deleted category.
  category_id uuid NOT NULL,
  PRIMARY KEY (product_id, until)
);
SELECT append_only('past_product_categories');
SELECT read_only_for_locations('past_product_categories');

-- The former parent of a category, until it was moved or deleted.
CREATE TABLE past_categories (
  category_id uuid NOT NULL,
  until timestamptz NOT NULL,
  name text NOT NULL,
  parent_id uuid,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (category_id, until)
);
SELECT append_only('past_categories');
SELECT read_only_for_locations('past_categories');

CREATE FUNCTION keep_past_tax() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO past_taxes VALUES (OLD.id, now(), OLD.name, OLD.rate, OLD.status) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_past_tax AFTER UPDATE OF rate, status ON taxes FOR EACH ROW
  WHEN (OLD.rate <> NEW.rate OR OLD.status <> NEW.status) EXECUTE FUNCTION keep_past_tax();
CREATE TRIGGER keep_deleted_tax AFTER DELETE ON taxes FOR EACH ROW EXECUTE FUNCTION keep_past_tax();

CREATE FUNCTION keep_past_product_tax() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO past_named_taxes VALUES (OLD.product_id, OLD.tax_id, OLD.since, now()) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_past_product_tax AFTER DELETE ON product_taxes FOR EACH ROW EXECUTE FUNCTION keep_past_product_tax();

CREATE FUNCTION keep_past_category_tax() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO past_named_taxes VALUES (OLD.category_id, OLD.tax_id, OLD.since, now()) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_past_category_tax AFTER DELETE ON category_taxes FOR EACH ROW EXECUTE FUNCTION keep_past_category_tax();

CREATE FUNCTION keep_past_product_category() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO past_product_categories VALUES (OLD.id, now(), OLD.category_id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_past_product_category AFTER UPDATE OF category_id ON products FOR EACH ROW
  WHEN (OLD.category_id <> NEW.category_id) EXECUTE FUNCTION keep_past_product_category();

CREATE FUNCTION keep_past_category() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO past_categories VALUES (OLD.id, now(), OLD.name, OLD.parent_id, OLD.created_at) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_past_category AFTER UPDATE OF parent_id ON categories FOR EACH ROW
  WHEN (OLD.parent_id IS DISTINCT FROM NEW.parent_id) EXECUTE FUNCTION keep_past_category();
CREATE TRIGGER keep_deleted_category AFTER DELETE ON categories FOR EACH ROW EXECUTE FUNCTION keep_past_category();

-- The words that occur in names of the catalog, so that a search tolerates typing errors.

-- The letters of a word as a bit set. It rules out most words before the edit distance is computed: a word that differs
-- by two letters lacks at most two of them.
CREATE FUNCTION letters_in(word text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(bit_or(1::bigint << (ascii(letter) & 63)), 0) FROM string_to_table(word, NULL) AS letter
$$;

CREATE TABLE catalogue_words (
  word text NOT NULL,
  letters integer GENERATED ALWAYS AS (char_length(word)) STORED,
  letter_set bigint GENERATED ALWAYS AS (letters_in(word)) STORED
);
-- Not unique: two transactions that add the same new word need not wait for each other, and a duplicate does no harm.
CREATE INDEX catalogue_words_by_word ON catalogue_words (word);
CREATE INDEX catalogue_words_by_letters ON catalogue_words (letters);
CREATE INDEX catalogue_words_within ON catalogue_words USING gin (word gin_trgm_ops) WITH (fastupdate = off);
REVOKE INSERT, UPDATE, DELETE ON catalogue_words FROM aisle_all, aisle_located;

-- Long words too: a search with a word that occurs in no name of the catalog need not search for goods at all.
CREATE FUNCTION words_in(name text) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT word FROM regexp_split_to_table(lower(name), '[^[:alnum:]]+') AS word
  WHERE char_length(word) BETWEEN 3 AND 200
$$;

CREATE FUNCTION note_words() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO catalogue_words (word)
  SELECT DISTINCT found.word FROM named, words_in(named.name) AS found (word)
  WHERE NOT EXISTS (SELECT FROM catalogue_words known WHERE known.word = found.word);
  RETURN NULL;
END $$;
CREATE FUNCTION note_new_words() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO catalogue_words (word)
  SELECT DISTINCT found.word FROM words_in(NEW.name) AS found (word)
  WHERE NOT EXISTS (SELECT FROM catalogue_words known WHERE known.word = found.word);
  RETURN NULL;
END $$;

DO $$
DECLARE
  target text;
BEGIN
  FOREACH target IN ARRAY ARRAY['products', 'sub_products', 'brands'] LOOP
    EXECUTE format('CREATE TRIGGER note_words AFTER INSERT ON %I REFERENCING NEW TABLE AS named
      FOR EACH STATEMENT EXECUTE FUNCTION note_words()', target);
    EXECUTE format('CREATE TRIGGER note_new_words AFTER UPDATE OF name ON %I FOR EACH ROW
      WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION note_new_words()', target);
  END LOOP;
END $$;

CREATE FUNCTION sorted_letters(word text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT string_agg(letter, '' ORDER BY letter) FROM regexp_split_to_table(word, '') AS letter
$$;

-- The word that was probably meant, or is being typed: with one letter wrong, missing, too many or swapped with its
-- neighbor, two in longer words. Null when the input is too short or similar to no word. Of equally similar words it is
-- the one that occurs in more names, as names have typing errors too.
CREATE FUNCTION likely_word(typed text) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT word FROM (
    SELECT word, wrong, left(word, 1) <> left(typed, 1) AS begins_otherwise, similarity(word, typed) AS likeness
    FROM (
      SELECT word, CASE
          WHEN whole = 2 AND char_length(word) = char_length(typed) AND sorted_letters(word) = sorted_letters(typed) THEN 1
          -- A prefix of a longer word is less likely than a whole word.
          ELSE least(whole, beginning + 0.5) END AS wrong
      FROM (
        SELECT word, levenshtein_less_equal(word, typed, 2) AS whole,
          CASE WHEN char_length(typed) >= 5
            THEN levenshtein_less_equal(left(word, char_length(typed)), typed, 1) ELSE 9 END AS beginning
        FROM catalogue_words
        WHERE bit_count(((SELECT letters_in(typed)) & ~letter_set)::bit(64)) <= 2
          AND letters >= char_length(typed) - 2 AND word <> typed AND char_length(typed) BETWEEN 4 AND 40
      ) compared
      WHERE whole <= 2 OR beginning <= 1
    ) close
    WHERE wrong <= CASE WHEN char_length(typed) >= 6 THEN 2 ELSE 1.5 END
    -- Only the most similar few: counting how common a word is is expensive.
    ORDER BY wrong, begins_otherwise, likeness DESC, word
    LIMIT 6
  ) nearest
  ORDER BY wrong, begins_otherwise, (
    SELECT count(*) FROM (
      SELECT FROM products WHERE name ILIKE '%' || nearest.word || '%'
      UNION ALL SELECT FROM sub_products WHERE name ILIKE '%' || nearest.word || '%' LIMIT 20) held
  ) DESC, likeness DESC, word
  LIMIT 1
$$;

-- The payload names what changed; the receiver requests the current values. A statement checks for endpoints once,
-- however many rows it changes.
CREATE FUNCTION tell_products() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT webhook_wanted(ARRAY['product.changed']) THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' THEN
    PERFORM tell_webhooks('product.changed', c.id, jsonb_build_object('productId', c.id, 'change', 'edited',
        'name', c.name, 'status', c.status, 'version', c.version))
    FROM changed c JOIN old_rows o ON o.id = c.id
    -- Whole rows, so that no column is forgotten; without what is only counted or is never shown to a receiver.
    WHERE to_jsonb(c) - '{version,updated_at,badge_by_sales}'::text[]
      IS DISTINCT FROM to_jsonb(o) - '{version,updated_at,badge_by_sales}'::text[];
  ELSE
    PERFORM tell_webhooks('product.changed', c.id, jsonb_build_object('productId', c.id, 'change',
        CASE TG_OP WHEN 'INSERT' THEN 'added' ELSE 'deleted' END, 'name', c.name, 'status', c.status,
        'version', c.version))
    FROM changed c;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tell_webhooks_added AFTER INSERT ON products REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION tell_products();
CREATE TRIGGER tell_webhooks_changed AFTER UPDATE ON products REFERENCING NEW TABLE AS changed OLD TABLE AS old_rows
FOR EACH STATEMENT EXECUTE FUNCTION tell_products();
CREATE TRIGGER tell_webhooks_deleted AFTER DELETE ON products REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION tell_products();

CREATE FUNCTION tell_sub_products() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT webhook_wanted(ARRAY['product.changed']) THEN RETURN NULL; END IF;
  PERFORM tell_webhooks('product.changed', p.id, jsonb_build_object('productId', p.id, 'change', 'edited',
      'name', p.name, 'status', p.status, 'version', p.version, 'subProductIds', jsonb_path_query_array(c.ids, '$[0 to 499]')))
  FROM (SELECT product_id, jsonb_agg(id) AS ids FROM changed GROUP BY product_id) c
  JOIN products p ON p.id = c.product_id;
  RETURN NULL;
END $$;
CREATE TRIGGER tell_webhooks_added AFTER INSERT ON sub_products REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION tell_sub_products();
CREATE TRIGGER tell_webhooks_changed AFTER UPDATE ON sub_products REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION tell_sub_products();
CREATE TRIGGER tell_webhooks_deleted AFTER DELETE ON sub_products REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION tell_sub_products();
