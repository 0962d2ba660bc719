-- What lists of products show of each product is kept, instead of added up for every row of every page: the prices of
-- its sub-products, and what can be sold of it at all locations. A list also keeps how many products it has; the changes
-- below tell whether that is still so.

CREATE TABLE product_prices (
  product_id uuid PRIMARY KEY REFERENCES products ON DELETE CASCADE,
  sub_products integer NOT NULL DEFAULT 0,
  -- What shoppers pay; null without sub-products.
  lowest bigint,
  highest bigint
) WITH (fillfactor = 80);
SELECT read_only_for_locations('product_prices');
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON product_prices FROM aisle_all, aisle_located;

-- Locks the rows before it counts: the statement that counts then sees what others committed meanwhile.
CREATE FUNCTION sum_product_prices(changed uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO product_prices (product_id)
  SELECT p.id FROM products p WHERE p.id = ANY (changed)
    AND NOT EXISTS (SELECT FROM product_prices known WHERE known.product_id = p.id)
  ORDER BY p.id ON CONFLICT DO NOTHING;
  PERFORM FROM product_prices WHERE product_id = ANY (changed) ORDER BY product_id FOR NO KEY UPDATE;
  UPDATE product_prices kept SET sub_products = counted.sub_products, lowest = counted.lowest, highest = counted.highest
  FROM (
    SELECT wanted.id, count(s.id) AS sub_products, min(coalesce(s.sale_price, s.price)) AS lowest,
      max(coalesce(s.sale_price, s.price)) AS highest
    FROM unnest(changed) AS wanted (id) LEFT JOIN sub_products s ON s.product_id = wanted.id
    GROUP BY wanted.id
  ) counted
  WHERE kept.product_id = counted.id AND (kept.sub_products, kept.lowest, kept.highest)
    IS DISTINCT FROM (counted.sub_products, counted.lowest, counted.highest);
END $$;
REVOKE EXECUTE ON FUNCTION sum_product_prices FROM aisle_located;

CREATE FUNCTION keep_product_prices() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  products uuid[] := ARRAY(SELECT DISTINCT product_id FROM changed);
BEGIN
  IF products <> '{}' THEN PERFORM sum_product_prices(products); END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION keep_edited_product_prices() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  products uuid[] := ARRAY(SELECT DISTINCT changed.product_id FROM changed JOIN former USING (id)
    WHERE coalesce(changed.sale_price, changed.price) <> coalesce(former.sale_price, former.price));
BEGIN
  IF products <> '{}' THEN PERFORM sum_product_prices(products); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_prices_added AFTER INSERT ON sub_products REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION keep_product_prices();
CREATE TRIGGER keep_prices_edited AFTER UPDATE ON sub_products REFERENCING NEW TABLE AS changed OLD TABLE AS former
FOR EACH STATEMENT EXECUTE FUNCTION keep_edited_product_prices();
CREATE TRIGGER keep_prices_deleted AFTER DELETE ON sub_products REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION keep_product_prices();

-- What can be sold of a product at all locations. Orders at different locations must not wait for each other, so a
-- change of a level only adds a row here; a job adds these rows to the sums. Both together are exact at any time.
CREATE TABLE product_stock (
  product_id uuid PRIMARY KEY REFERENCES products ON DELETE CASCADE,
  available numeric NOT NULL,
  -- No level of it has an earlier one: up to that day the sum is right without looking at the levels.
  next_expiry date
) WITH (fillfactor = 80);
CREATE INDEX product_stock_to_expire ON product_stock (next_expiry) WHERE next_expiry IS NOT NULL;
CREATE TABLE product_stock_changes (
  product_id uuid NOT NULL,
  available numeric NOT NULL,
  next_expiry date
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
CREATE INDEX product_stock_changes_by_product ON product_stock_changes (product_id);
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON product_stock, product_stock_changes FROM aisle_all;
REVOKE ALL ON product_stock, product_stock_changes FROM aisle_located;

-- Changes of the catalog, one for each transaction and kind: which of them a snapshot does not see tells whether what was
-- counted with it still holds. Transactions never wait for each other here.
CREATE TABLE catalog_changes (
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  -- goods: products and what belongs to them. assortment: what a location sells. stock: what a location has.
  kind text NOT NULL CHECK (kind IN ('goods', 'assortment', 'stock')),
  place uuid,
  at timestamptz NOT NULL DEFAULT now()
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
CREATE INDEX catalog_changes_by_transaction ON catalog_changes (xid);
REVOKE ALL ON catalog_changes FROM aisle_all, aisle_located;

CREATE FUNCTION note_catalog_change() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM catalog_changes WHERE xid = pg_current_xact_id() AND kind = TG_ARGV[0]) THEN
    INSERT INTO catalog_changes (kind) VALUES (TG_ARGV[0]);
  END IF;
  RETURN NULL;
END $$;
DO $$
DECLARE
  target text;
BEGIN
  FOREACH target IN ARRAY ARRAY['products', 'sub_products', 'product_images', 'product_taxes', 'categories'] LOOP
    EXECUTE format('CREATE TRIGGER note_catalog_change AFTER INSERT OR UPDATE OR DELETE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION note_catalog_change(''goods'')', target);
  END LOOP;
END $$;
CREATE TRIGGER note_catalog_change AFTER INSERT OR UPDATE OF assigned OR DELETE ON location_sub_products
FOR EACH STATEMENT EXECUTE FUNCTION note_catalog_change('assortment');

-- Whether the catalog changed since a snapshot: goods always count, the others if wanted, stock at one location only.
CREATE FUNCTION catalog_changed(since pg_snapshot, kinds text[], location uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM catalog_changes c WHERE c.xid >= pg_snapshot_xmin(since) AND c.kind = ANY (kinds)
    AND (c.place IS NULL OR c.place = location) AND NOT pg_visible_in_snapshot(c.xid, since))
$$;

CREATE FUNCTION keep_product_stock() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO product_stock_changes (product_id, available, next_expiry)
  SELECT s.product_id, sum(greatest(0, changed.on_hand - changed.reserved - changed.expired)), min(changed.next_expiry)
  FROM changed JOIN sub_products s ON s.id = changed.sub_product_id
  WHERE greatest(0, changed.on_hand - changed.reserved - changed.expired) > 0 OR changed.next_expiry IS NOT NULL
  GROUP BY 1;
  INSERT INTO catalog_changes (kind, place)
  SELECT DISTINCT 'stock', location_id FROM changed WHERE greatest(0, changed.on_hand - changed.reserved - changed.expired) > 0;
  RETURN NULL;
END $$;
CREATE FUNCTION keep_moved_product_stock() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO product_stock_changes (product_id, available, next_expiry)
  SELECT s.product_id, sum(greatest(0, changed.on_hand - changed.reserved - changed.expired) - greatest(0, former.on_hand - former.reserved - former.expired)),
    min(changed.next_expiry) FILTER (WHERE changed.next_expiry < coalesce(former.next_expiry, 'infinity'))
  FROM changed JOIN former USING (location_id, sub_product_id) JOIN sub_products s ON s.id = changed.sub_product_id
  WHERE greatest(0, changed.on_hand - changed.reserved - changed.expired) <> greatest(0, former.on_hand - former.reserved - former.expired)
    OR changed.next_expiry < coalesce(former.next_expiry, 'infinity')
  GROUP BY 1;
  INSERT INTO catalog_changes (kind, place)
  SELECT DISTINCT 'stock', changed.location_id FROM changed JOIN former USING (location_id, sub_product_id)
  WHERE (greatest(0, changed.on_hand - changed.reserved - changed.expired) > 0) <> (greatest(0, former.on_hand - former.reserved - former.expired) > 0);
  RETURN NULL;
END $$;
CREATE TRIGGER keep_product_stock AFTER INSERT ON stock_levels REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION keep_product_stock();
CREATE TRIGGER keep_moved_product_stock AFTER UPDATE ON stock_levels REFERENCING NEW TABLE AS changed OLD TABLE AS former
FOR EACH STATEMENT EXECUTE FUNCTION keep_moved_product_stock();

-- Adds up to so many changes to the sums; returns whether there are more. One call at a time: two would wait for each
-- other's rows in any sequence.
CREATE FUNCTION add_product_stock_changes(most integer) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(4151200157);
  WITH taken AS (
    DELETE FROM product_stock_changes WHERE ctid = ANY (ARRAY(SELECT ctid FROM product_stock_changes LIMIT most))
    RETURNING *
  )
  INSERT INTO product_stock AS kept (product_id, available, next_expiry)
  SELECT p.id, sum(taken.available), min(taken.next_expiry)
  FROM taken JOIN products p ON p.id = taken.product_id GROUP BY 1 ORDER BY 1
  ON CONFLICT (product_id) DO UPDATE SET available = kept.available + excluded.available,
    next_expiry = least(kept.next_expiry, excluded.next_expiry);
  -- Days that are over: their levels were looked at again meanwhile, and wait for a later day.
  UPDATE product_stock kept SET next_expiry = (SELECT min(level.next_expiry) FROM sub_products s
    JOIN stock_levels level ON level.sub_product_id = s.id WHERE s.product_id = kept.product_id)
  WHERE kept.product_id IN (SELECT product_id FROM product_stock
    WHERE next_expiry < (now() AT TIME ZONE 'UTC')::date ORDER BY next_expiry LIMIT most);
  DELETE FROM catalog_changes WHERE at < now() - interval '10 minutes';
  RETURN EXISTS (SELECT FROM product_stock_changes);
END $$;
REVOKE EXECUTE ON FUNCTION add_product_stock_changes FROM aisle_located;

-- Keeps everything anew, from the goods and the levels.
CREATE FUNCTION fill_product_figures() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  LOCK TABLE stock_levels, sub_products IN SHARE MODE;
  TRUNCATE product_prices, product_stock, product_stock_changes;
  INSERT INTO product_prices
  SELECT product_id, count(*), min(coalesce(sale_price, price)), max(coalesce(sale_price, price))
  FROM sub_products GROUP BY 1 ORDER BY 1;
  INSERT INTO product_stock
  SELECT s.product_id, sum(greatest(0, level.on_hand - level.reserved - level.expired)), min(level.next_expiry)
  FROM stock_levels level JOIN sub_products s ON s.id = level.sub_product_id GROUP BY 1 ORDER BY 1;
END $$;
REVOKE EXECUTE ON FUNCTION fill_product_figures FROM aisle_all, aisle_located;
SELECT fill_product_figures();
