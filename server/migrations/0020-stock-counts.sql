-- Counts of what lies on the shelves: what somebody counted against what the ledger said at that moment.

CREATE SEQUENCE stock_count_number START 301;
CREATE TABLE stock_counts (
  location_id uuid NOT NULL REFERENCES locations,
  id uuid NOT NULL,
  number bigint NOT NULL DEFAULT nextval('stock_count_number'),
  name text,
  -- Empty: the whole location.
  category_ids uuid[] NOT NULL DEFAULT '{}',
  -- Those who count do not see what is expected.
  blind boolean NOT NULL DEFAULT false,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'posted', 'cancelled')),
  created_by uuid,
  created_by_name text NOT NULL,
  closed_by_name text,
  closed_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, id)
);
CREATE INDEX stock_counts_by_id ON stock_counts (id);
CREATE INDEX stock_counts_by_number ON stock_counts (number);
CREATE INDEX stock_counts_by_age ON stock_counts (created_at DESC, id DESC);
CREATE INDEX stock_counts_by_location ON stock_counts (location_id, created_at DESC, id DESC);
SELECT versioned('stock_counts');
SELECT keep_to_locations('stock_counts');

-- What is to be counted.
CREATE TABLE stock_count_items (
  location_id uuid NOT NULL,
  count_id uuid NOT NULL,
  sub_product_id uuid NOT NULL REFERENCES sub_products,
  -- Counts up with each recount: entries of earlier rounds stay to be seen, and count no more.
  round smallint NOT NULL DEFAULT 1,
  -- Which of several entries holds, where two people differ.
  chosen_entry_id uuid,
  -- Cents for one unit, when the count began: what a difference is worth.
  unit_cost bigint NOT NULL DEFAULT 0,
  -- What the ledger was moved by; the rest was promised to orders and could not go.
  posted numeric(14,3),
  PRIMARY KEY (location_id, count_id, sub_product_id),
  FOREIGN KEY (location_id, count_id) REFERENCES stock_counts (location_id, id)
);
CREATE INDEX stock_count_items_by_sub_product ON stock_count_items (sub_product_id);
SELECT keep_to_locations('stock_count_items');

-- What people counted. The latest of each person in a round holds; nothing is overwritten.
CREATE TABLE stock_count_entries (
  location_id uuid NOT NULL,
  count_id uuid NOT NULL,
  sub_product_id uuid NOT NULL,
  id uuid NOT NULL,
  round smallint NOT NULL,
  user_id uuid,
  user_name text NOT NULL,
  quantity numeric(14,3) NOT NULL CHECK (quantity >= 0),
  -- What the ledger said just then: what is sold afterwards changes nothing about the difference.
  expected numeric(14,3) NOT NULL,
  note text,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, count_id, sub_product_id, id),
  FOREIGN KEY (location_id, count_id, sub_product_id)
    REFERENCES stock_count_items (location_id, count_id, sub_product_id)
);
SELECT keep_to_locations('stock_count_entries');
SELECT append_only('stock_count_entries');

-- Each item with the entries that hold and what follows from them. Runs with the rights of whoever asks.
CREATE VIEW stock_count_state WITH (security_invoker = true) AS
SELECT item.location_id, item.count_id, item.sub_product_id, item.round, item.unit_cost, item.posted,
  latest.entries, latest.people, chosen.id AS entry_id, chosen.quantity, chosen.expected,
  chosen.quantity - chosen.expected AS difference,
  CASE WHEN chosen.id IS NOT NULL THEN 'counted'
    WHEN latest.people > 1 THEN 'conflict'
    WHEN item.round > 1 THEN 'recount'
    ELSE 'open' END AS state
FROM stock_count_items item
LEFT JOIN LATERAL (
  SELECT count(*) AS people, count(DISTINCT mine.quantity - mine.expected) AS opinions,
    (array_agg(mine.id ORDER BY mine.id DESC))[1] AS last_id,
    jsonb_agg(jsonb_build_object('_id', mine.id, 'userName', mine.user_name, 'userId', mine.user_id,
      'quantity', mine.quantity, 'expected', mine.expected, 'note', mine.note, 'at', mine.at) ORDER BY mine.id) AS entries
  FROM (
    SELECT DISTINCT ON (entry.user_id) entry.* FROM stock_count_entries entry
    WHERE entry.location_id = item.location_id AND entry.count_id = item.count_id
      AND entry.sub_product_id = item.sub_product_id AND entry.round = item.round
    ORDER BY entry.user_id, entry.id DESC
  ) mine
) latest ON true
-- Where people agree, or somebody decided between them.
LEFT JOIN stock_count_entries chosen ON chosen.location_id = item.location_id AND chosen.count_id = item.count_id
  AND chosen.sub_product_id = item.sub_product_id
  AND chosen.id = coalesce(item.chosen_entry_id, CASE WHEN latest.opinions = 1 THEN latest.last_id END);
