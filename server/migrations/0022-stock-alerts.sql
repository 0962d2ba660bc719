-- Mark-downs before goods expire, what people are told of their stock, and the nightly comparison of the books.

-- A price that a location asks for goods until they expire or are gone; then the price before it comes back.
CREATE TABLE markdowns (
  location_id uuid NOT NULL REFERENCES locations,
  id uuid NOT NULL,
  sub_product_id uuid NOT NULL REFERENCES sub_products ON DELETE CASCADE,
  -- What is asked until then, and the own price of the location before (null: it had none).
  price bigint NOT NULL CHECK (price > 0),
  price_before bigint,
  -- The last day of the goods that it is for.
  until date NOT NULL,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'ended', 'undone')),
  -- Why it is over: they are sold out, the day has come, somebody took it back, somebody asked another price.
  ended_because text CHECK (ended_because IN ('soldOut', 'expired', 'undone', 'priceChanged')),
  created_by uuid,
  created_by_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  PRIMARY KEY (location_id, id),
  CHECK ((status = 'active') = (ended_at IS NULL))
);
CREATE UNIQUE INDEX markdowns_active ON markdowns (location_id, sub_product_id) WHERE status = 'active';
CREATE INDEX markdowns_by_age ON markdowns (created_at DESC, id DESC);
SELECT keep_to_locations('markdowns');

-- What counts as low where a location says nothing else.
CREATE FUNCTION low_at() RETURNS numeric LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce(("values" -> 'stockDefaults' ->> 'threshold')::numeric, 5) FROM settings
$$;

-- Since when no more than the threshold can be sold, but some. Kept like out_since, so that nobody has to look.
ALTER TABLE stock_levels ADD COLUMN low_since timestamptz;
CREATE INDEX stock_levels_low ON stock_levels (low_since DESC, location_id, sub_product_id) WHERE low_since IS NOT NULL;
CREATE INDEX stock_levels_low_at ON stock_levels (location_id, low_since DESC, sub_product_id) WHERE low_since IS NOT NULL;

CREATE FUNCTION note_low() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  free numeric := NEW.on_hand - NEW.reserved - NEW.expired;
BEGIN
  IF free > 0 AND free <= coalesce((SELECT offer.threshold FROM location_sub_products offer
      WHERE offer.location_id = NEW.location_id AND offer.sub_product_id = NEW.sub_product_id), low_at()) THEN
    NEW.low_since := coalesce(OLD.low_since, now());
  ELSE
    NEW.low_since := NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER note_low BEFORE UPDATE OF on_hand, reserved, expired ON stock_levels
FOR EACH ROW EXECUTE FUNCTION note_low();

-- A threshold was changed: what is low is looked at again, there.
CREATE FUNCTION threshold_changed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE stock_levels level SET expired = level.expired FROM changed
  WHERE level.location_id = changed.location_id AND level.sub_product_id = changed.sub_product_id;
  RETURN NULL;
END $$;
CREATE TRIGGER threshold_set AFTER INSERT ON location_sub_products
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION threshold_changed();
CREATE FUNCTION threshold_edited() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE stock_levels level SET expired = level.expired
  FROM changed JOIN former USING (location_id, sub_product_id)
  WHERE level.location_id = changed.location_id AND level.sub_product_id = changed.sub_product_id
    AND changed.threshold IS DISTINCT FROM former.threshold;
  RETURN NULL;
END $$;
CREATE TRIGGER threshold_edited AFTER UPDATE ON location_sub_products
REFERENCING NEW TABLE AS changed OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION threshold_edited();

-- What there is to know, from when it began until it was over. Written by triggers and by what is due by the clock.
CREATE TABLE notices (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL CHECK (kind IN ('outOfStock', 'low', 'expiring', 'drift')),
  -- Null: about the whole marketplace.
  location_id uuid REFERENCES locations,
  sub_product_id uuid REFERENCES sub_products ON DELETE CASCADE,
  lot_id uuid,
  -- What only this permission may know of.
  permission text,
  text text,
  at timestamptz NOT NULL DEFAULT now(),
  over_at timestamptz
);
CREATE UNIQUE INDEX notices_once ON notices (kind, location_id, sub_product_id, lot_id) NULLS NOT DISTINCT
  WHERE over_at IS NULL AND kind <> 'drift';
CREATE INDEX notices_by_age ON notices (at DESC, id DESC);
CREATE INDEX notices_by_location ON notices (location_id, at DESC, id DESC);
CREATE INDEX notices_of_lot ON notices (lot_id) WHERE lot_id IS NOT NULL AND over_at IS NULL;
SELECT keep_to_locations('notices');
REVOKE INSERT, UPDATE, DELETE ON notices FROM aisle_located;

CREATE TABLE notice_reads (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  notice_id uuid NOT NULL REFERENCES notices ON DELETE CASCADE,
  PRIMARY KEY (user_id, notice_id)
);
SELECT keep_to('notice_reads', 'user_id = (SELECT actor_id())', 'user_id = (SELECT actor_id())');

-- How somebody wants to be told, and how far they have been.
CREATE TABLE notice_settings (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  mail text NOT NULL DEFAULT 'off' CHECK (mail IN ('off', 'soon', 'daily')),
  kinds text[] NOT NULL DEFAULT '{outOfStock,low,expiring,drift}',
  -- Everything until then counts as read.
  read_until timestamptz,
  -- Everything until then has gone out by mail.
  mailed_until timestamptz NOT NULL DEFAULT now()
);
SELECT keep_to('notice_settings', 'user_id = (SELECT actor_id())', 'user_id = (SELECT actor_id())');

-- One mail for each person, time zone and day.
CREATE TABLE notice_digests (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  time_zone text NOT NULL,
  day date NOT NULL,
  PRIMARY KEY (user_id, time_zone, day)
);
REVOKE ALL ON notice_digests FROM aisle_located;

-- Crossing a line opens a notice, crossing it back closes it.
CREATE FUNCTION note_notice() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF (OLD.out_since IS NULL) AND NEW.out_since IS NOT NULL THEN
    INSERT INTO notices (kind, location_id, sub_product_id) VALUES ('outOfStock', NEW.location_id, NEW.sub_product_id)
    ON CONFLICT DO NOTHING;
  ELSIF OLD.out_since IS NOT NULL AND NEW.out_since IS NULL THEN
    UPDATE notices SET over_at = now() WHERE kind = 'outOfStock' AND over_at IS NULL
      AND location_id = NEW.location_id AND sub_product_id = NEW.sub_product_id AND lot_id IS NULL;
  END IF;
  IF (OLD.low_since IS NULL) AND NEW.low_since IS NOT NULL THEN
    INSERT INTO notices (kind, location_id, sub_product_id) VALUES ('low', NEW.location_id, NEW.sub_product_id)
    ON CONFLICT DO NOTHING;
    INSERT INTO live_events (topic, action, record_id, location_id)
    VALUES ('notifications', 'low', NEW.sub_product_id, NEW.location_id);
  ELSIF OLD.low_since IS NOT NULL AND NEW.low_since IS NULL THEN
    UPDATE notices SET over_at = now() WHERE kind = 'low' AND over_at IS NULL
      AND location_id = NEW.location_id AND sub_product_id = NEW.sub_product_id AND lot_id IS NULL;
    INSERT INTO live_events (topic, action, record_id, location_id)
    VALUES ('notifications', 'notLow', NEW.sub_product_id, NEW.location_id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER note_notice AFTER UPDATE ON stock_levels
FOR EACH ROW WHEN ((OLD.out_since IS NULL) <> (NEW.out_since IS NULL) OR (OLD.low_since IS NULL) <> (NEW.low_since IS NULL))
EXECUTE FUNCTION note_notice();

-- What is there already.
UPDATE stock_levels SET expired = expired WHERE on_hand > 0;

-- Each nightly comparison of levels with movements, lots and reservations, of journals and of coins.
CREATE TABLE drift_checks (
  id uuid PRIMARY KEY,
  started_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  -- How many rows each claim looked at and how many break it: [{ "claim", "broken", "sample" }].
  findings jsonb NOT NULL DEFAULT '[]',
  broken bigint NOT NULL DEFAULT 0
);
CREATE INDEX drift_checks_by_age ON drift_checks (started_at DESC);
REVOKE ALL ON drift_checks FROM aisle_located;

-- The default threshold that low_since was last worked out with: another one has every level looked at again.
CREATE TABLE low_default (id boolean PRIMARY KEY DEFAULT true CHECK (id), threshold numeric NOT NULL);
INSERT INTO low_default (threshold) SELECT low_at();
REVOKE ALL ON low_default FROM aisle_located;

-- Levels are written by functions alone: this one only has the line of what is low drawn anew.
CREATE FUNCTION refresh_low(location uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE stock_levels SET expired = expired WHERE location_id = location AND on_hand > 0 AND acts_at(location)
$$;
