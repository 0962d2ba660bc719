-- Notifications: the notices, who has read them, and how users want to receive them. In a later file than the rest of
-- system, as notices refer to locations and sub-products and follow from stock levels.

-- Notices from when they began until they were over. Written by triggers and by periodic jobs.
CREATE TABLE notices (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL CHECK (kind IN ('outOfStock', 'low', 'expiring', 'drift', 'late')),
  -- Null: about the whole marketplace.
  location_id uuid REFERENCES locations,
  sub_product_id uuid REFERENCES sub_products ON DELETE CASCADE,
  lot_id uuid,
  -- Of late orders, until they are delivered or cancelled.
  order_id uuid,
  -- Visible with this permission only.
  permission text,
  text text,
  at timestamptz NOT NULL DEFAULT now(),
  over_at timestamptz
);
CREATE INDEX notices_by_age ON notices (at DESC, id DESC);
CREATE INDEX notices_by_location ON notices (location_id, at DESC, id DESC);
CREATE INDEX notices_of_lot ON notices (lot_id) WHERE lot_id IS NOT NULL AND over_at IS NULL;
CREATE UNIQUE INDEX notices_once ON notices (kind, location_id, sub_product_id, lot_id, order_id) NULLS NOT DISTINCT
  WHERE over_at IS NULL AND kind <> 'drift';
CREATE INDEX notices_of_order ON notices (order_id) WHERE order_id IS NOT NULL AND over_at IS NULL;
CREATE INDEX notices_late ON notices (location_id, at DESC) WHERE kind = 'late' AND over_at IS NULL;
SELECT keep_to_locations('notices');
REVOKE INSERT, UPDATE, DELETE ON notices FROM aisle_located;

CREATE TABLE notice_reads (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  notice_id uuid NOT NULL REFERENCES notices ON DELETE CASCADE,
  PRIMARY KEY (user_id, notice_id)
);
SELECT keep_to('notice_reads', 'user_id = (SELECT actor_id())', 'user_id = (SELECT actor_id())');

-- How a user wants to be notified, and up to when they have been.
CREATE TABLE notice_settings (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  mail text NOT NULL DEFAULT 'off' CHECK (mail IN ('off', 'soon', 'daily')),
  kinds text[] NOT NULL DEFAULT '{outOfStock,low,expiring,drift,late}',
  -- Everything until then counts as read.
  read_until timestamptz,
  -- Everything until then has been sent by email.
  mailed_until timestamptz NOT NULL DEFAULT now()
);
SELECT keep_to('notice_settings', 'user_id = (SELECT actor_id())', 'user_id = (SELECT actor_id())');

-- One digest for each user, time zone and day.
CREATE TABLE notice_digests (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  time_zone text NOT NULL,
  day date NOT NULL,
  PRIMARY KEY (user_id, time_zone, day)
);
REVOKE ALL ON notice_digests FROM aisle_located;

-- Opens a notice when a level runs out or becomes low, and closes it when it no longer is.
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
    PERFORM announce('notifications', 'low', NEW.sub_product_id, NEW.location_id);
  ELSIF OLD.low_since IS NOT NULL AND NEW.low_since IS NULL THEN
    UPDATE notices SET over_at = now() WHERE kind = 'low' AND over_at IS NULL
      AND location_id = NEW.location_id AND sub_product_id = NEW.sub_product_id AND lot_id IS NULL;
    PERFORM announce('notifications', 'notLow', NEW.sub_product_id, NEW.location_id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER note_notice AFTER UPDATE ON stock_levels
FOR EACH ROW WHEN ((OLD.out_since IS NULL) <> (NEW.out_since IS NULL) OR (OLD.low_since IS NULL) <> (NEW.low_since IS NULL))
EXECUTE FUNCTION note_notice();
