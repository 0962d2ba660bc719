-- Functions in SQL that cannot be inlined are planned anew by each statement that calls them (before PostgreSQL 18),
-- which took longer than what they read. In PL/pgSQL a connection plans them once.

CREATE OR REPLACE FUNCTION expired_in_lots(location uuid, sub_product uuid) RETURNS numeric
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    SELECT coalesce(sum(l.on_hand), 0) FROM lots l
    WHERE l.location_id = location AND l.sub_product_id = sub_product AND l.in_stock
      AND (l.recall_id IS NOT NULL OR l.expires_on
        < (SELECT (now() AT TIME ZONE place.time_zone)::date FROM locations place WHERE place.id = location))
  );
END $$;

CREATE OR REPLACE FUNCTION catalog_changed(since pg_snapshot, kinds text[], location uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN EXISTS (SELECT FROM catalog_changes c WHERE c.xid >= pg_snapshot_xmin(since) AND c.kind = ANY (kinds)
    AND (c.place IS NULL OR c.place = location) AND NOT pg_visible_in_snapshot(c.xid, since));
END $$;

-- The sum of a product's stock holds until the first of its goods expire. As a day it was in doubt all day long, in every
-- time zone at once, and then added up from the levels for each reader; as an instant it is exact.
DROP INDEX product_stock_to_expire;
ALTER TABLE product_stock DROP COLUMN next_expiry, ADD COLUMN expires_at timestamptz;
ALTER TABLE product_stock_changes DROP COLUMN next_expiry, ADD COLUMN expires_at timestamptz;
CREATE INDEX product_stock_to_expire ON product_stock (expires_at) WHERE expires_at IS NOT NULL;

CREATE OR REPLACE FUNCTION keep_product_stock() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  WITH added AS MATERIALIZED (
    SELECT level.location_id, level.sub_product_id, level.next_expiry,
      greatest(0, level.on_hand - level.reserved - level.expired) AS available
    FROM changed level
  ), kept AS (
    INSERT INTO product_stock_changes (product_id, available, expires_at)
    SELECT s.product_id, sum(added.available), min((added.next_expiry + 1)::timestamp AT TIME ZONE place.time_zone)
    FROM added JOIN sub_products s ON s.id = added.sub_product_id JOIN locations place ON place.id = added.location_id
    WHERE added.available > 0 OR added.next_expiry IS NOT NULL GROUP BY 1
  )
  INSERT INTO catalog_changes (kind, place) SELECT DISTINCT 'stock', location_id FROM added WHERE available > 0;
  RETURN NULL;
END $$;

-- For each row, on a condition: picking promised goods changes nothing here and costs nothing, and one adjustment costs
-- less than a join of the rows before and after.
DROP TRIGGER keep_moved_product_stock ON stock_levels;
CREATE OR REPLACE FUNCTION keep_moved_product_stock() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  available numeric := greatest(0, NEW.on_hand - NEW.reserved - NEW.expired);
  formerly numeric := greatest(0, OLD.on_hand - OLD.reserved - OLD.expired);
BEGIN
  INSERT INTO product_stock_changes (product_id, available, expires_at)
  SELECT s.product_id, available - formerly,
    CASE WHEN NEW.next_expiry < coalesce(OLD.next_expiry, 'infinity') THEN
      (NEW.next_expiry + 1)::timestamp AT TIME ZONE (SELECT time_zone FROM locations WHERE id = NEW.location_id) END
  FROM sub_products s WHERE s.id = NEW.sub_product_id;
  IF (available > 0) <> (formerly > 0) THEN
    INSERT INTO catalog_changes (kind, place) VALUES ('stock', NEW.location_id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_moved_product_stock AFTER UPDATE ON stock_levels FOR EACH ROW
  WHEN (greatest(0, NEW.on_hand - NEW.reserved - NEW.expired) <> greatest(0, OLD.on_hand - OLD.reserved - OLD.expired)
    OR NEW.next_expiry < coalesce(OLD.next_expiry, 'infinity'))
  EXECUTE FUNCTION keep_moved_product_stock();

-- A location that moves to another time zone ends its days at other times.
CREATE FUNCTION keep_product_stock_of_zone() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO product_stock_changes (product_id, available, expires_at)
  SELECT s.product_id, 0, (min(level.next_expiry) + 1)::timestamp AT TIME ZONE NEW.time_zone
  FROM stock_levels level JOIN sub_products s ON s.id = level.sub_product_id
  WHERE level.location_id = NEW.id AND level.next_expiry IS NOT NULL GROUP BY 1;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_product_stock AFTER UPDATE OF time_zone ON locations FOR EACH ROW
  WHEN (OLD.time_zone <> NEW.time_zone) EXECUTE FUNCTION keep_product_stock_of_zone();

CREATE OR REPLACE FUNCTION add_product_stock_changes(most integer) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(4151200157);
  WITH taken AS (
    DELETE FROM product_stock_changes WHERE ctid = ANY (ARRAY(SELECT ctid FROM product_stock_changes LIMIT most))
    RETURNING *
  )
  INSERT INTO product_stock AS kept (product_id, available, expires_at)
  SELECT p.id, sum(taken.available), min(taken.expires_at)
  FROM taken JOIN products p ON p.id = taken.product_id GROUP BY 1 ORDER BY 1
  ON CONFLICT (product_id) DO UPDATE SET available = kept.available + excluded.available,
    expires_at = least(kept.expires_at, excluded.expires_at);
  -- What has expired: its levels are looked at again every hour, and wait for a later day then.
  UPDATE product_stock kept SET expires_at = (
    SELECT min((level.next_expiry + 1)::timestamp AT TIME ZONE place.time_zone) FROM sub_products s
    JOIN stock_levels level ON level.sub_product_id = s.id JOIN locations place ON place.id = level.location_id
    WHERE s.product_id = kept.product_id)
  WHERE kept.product_id IN (SELECT product_id FROM product_stock WHERE expires_at <= now() ORDER BY expires_at LIMIT most);
  DELETE FROM catalog_changes WHERE at < now() - interval '10 minutes';
  RETURN EXISTS (SELECT FROM product_stock_changes);
END $$;

CREATE OR REPLACE FUNCTION fill_product_figures() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  LOCK TABLE stock_levels, sub_products IN SHARE MODE;
  TRUNCATE product_prices, product_stock, product_stock_changes;
  INSERT INTO product_prices
  SELECT product_id, count(*), min(coalesce(sale_price, price)), max(coalesce(sale_price, price))
  FROM sub_products GROUP BY 1 ORDER BY 1;
  INSERT INTO product_stock (product_id, available, expires_at)
  SELECT s.product_id, sum(greatest(0, level.on_hand - level.reserved - level.expired)),
    min((level.next_expiry + 1)::timestamp AT TIME ZONE place.time_zone)
  FROM stock_levels level JOIN sub_products s ON s.id = level.sub_product_id
  JOIN locations place ON place.id = level.location_id GROUP BY 1 ORDER BY 1;
END $$;
SELECT fill_product_figures();
