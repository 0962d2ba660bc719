-- The change log in the order of becoming visible, for `GET changes`: a row for each changed record of a topic. A step in the
-- background numbers changes after their commit, so writes don't wait for it. Number = day since 1970 (UTC) times 2^32, plus
-- a count: each day has a partition, which number_changes() adds and drops after 30 days.
CREATE TABLE change_feed (
  number bigint PRIMARY KEY,
  topic text NOT NULL,
  type text NOT NULL CHECK (type IN ('created', 'changed', 'deleted', 'merged')),
  record_id uuid NOT NULL,
  -- The order of a line or payment.
  parent_id uuid,
  -- Null if the change is not limited to a location.
  location_id uuid,
  -- The version after the change. Null for records without versions.
  version bigint,
  at timestamptz NOT NULL
) PARTITION BY RANGE (number);
ALTER TABLE change_feed ENABLE ROW LEVEL SECURITY;
CREATE POLICY everywhere ON change_feed FOR SELECT TO aisle_all USING (true);
REVOKE INSERT, UPDATE, DELETE ON change_feed FROM aisle_all, aisle_located;
-- The partitions. Only the owner of the database has access; the policies of the table apply to everyone else.
CREATE SCHEMA change_feed_days;

-- The state of the numbering.
CREATE TABLE change_feed_state (
  id boolean DEFAULT true CHECK (id) PRIMARY KEY,
  -- Part of every cursor. Cursors of another history have expired.
  history uuid NOT NULL DEFAULT gen_random_uuid(),
  origin text NOT NULL,
  -- Changes of transactions that this snapshot shows have numbers.
  seen pg_snapshot NOT NULL DEFAULT pg_current_snapshot(),
  -- The highest number.
  head bigint NOT NULL DEFAULT 0
);
REVOKE ALL ON change_feed_state FROM aisle_located;
REVOKE INSERT, UPDATE, DELETE ON change_feed_state FROM aisle_all;

-- Identifies this copy of the database: a restore changes it, since another copy may have given the same numbers to other
-- changes.
CREATE FUNCTION change_feed_origin() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT concat_ws('-', (SELECT system_identifier FROM pg_control_system()),
    (SELECT timeline_id FROM pg_control_checkpoint()), 'change_feed_state'::regclass::oid)
$$;

INSERT INTO change_feed_state (origin) SELECT change_feed_origin();

-- Rows of the change feed without a location concern all locations, except those of records that a location can't see.
CREATE POLICY own_locations ON change_feed FOR SELECT TO aisle_located USING (CASE
  WHEN topic IN ('subscription', 'giftCard') THEN false
  WHEN topic = 'customer' THEN EXISTS (SELECT FROM customer_locations c WHERE c.customer_id = record_id)
  WHEN topic = 'ticket' THEN EXISTS (SELECT FROM tickets t WHERE t.id = record_id)
  WHEN topic = 'promotion' THEN EXISTS (SELECT FROM promotions p WHERE p.id = record_id)
  ELSE location_id IS NULL OR location_id = ANY ((SELECT actor_locations())::uuid[]) END);
