-- Goods that go from one location to another, and what the ledger needs to say how a figure came about.

-- The life of one level, and what it was at any instant.
CREATE INDEX stock_movements_of_level ON stock_movements (location_id, sub_product_id, created_at DESC, id DESC)
  INCLUDE (on_hand, reserved);

-- Where goods may be sent to, and what the other side of a transfer is called: the names of locations alone, for
-- those who see the rows of their own only.
CREATE FUNCTION place_name(place uuid) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = public, pg_temp AS $$ SELECT name FROM locations WHERE id = place $$;
CREATE FUNCTION places_named(search text, most integer) RETURNS TABLE (id uuid, name text, code text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT l.id, l.name, l.code FROM locations l
  WHERE l.status AND (search IS NULL OR l.name ILIKE search OR l.code ILIKE search)
  ORDER BY lower(l.name), l.id LIMIT least(most, 100)
$$;

CREATE SEQUENCE transfer_number START 2001;
CREATE TABLE transfers (
  id uuid PRIMARY KEY,
  number bigint NOT NULL DEFAULT nextval('transfer_number'),
  from_location_id uuid NOT NULL REFERENCES locations,
  to_location_id uuid NOT NULL REFERENCES locations,
  status text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'inTransit', 'received', 'cancelled')),
  note text,
  line_count integer NOT NULL,
  -- Some of it came in short, over or damaged.
  has_differences boolean NOT NULL DEFAULT false,
  sent_at timestamptz,
  closed_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (from_location_id <> to_location_id)
);
CREATE INDEX transfers_by_number ON transfers (number);
CREATE INDEX transfers_by_age ON transfers (created_at DESC, id DESC);
CREATE INDEX transfers_from ON transfers (from_location_id, created_at DESC, id DESC);
CREATE INDEX transfers_to ON transfers (to_location_id, created_at DESC, id DESC);
SELECT versioned('transfers');
-- Both sides see it, once it is more than the sender's draft. Who may take which step the server says; the ledger
-- of each side is its own.
SELECT keep_to('transfers', 'from_location_id = ANY ((SELECT actor_locations())::uuid[])
  OR (to_location_id = ANY ((SELECT actor_locations())::uuid[]) AND status <> ''draft'')',
  'from_location_id = ANY ((SELECT actor_locations())::uuid[])
  OR (to_location_id = ANY ((SELECT actor_locations())::uuid[]) AND status <> ''draft'')');

CREATE TABLE transfer_lines (
  transfer_id uuid NOT NULL REFERENCES transfers ON DELETE CASCADE,
  id uuid NOT NULL,
  position smallint NOT NULL,
  sub_product_id uuid NOT NULL REFERENCES sub_products,
  -- The lot that somebody chose; null: whichever expires first.
  lot_id uuid,
  quantity numeric(14,3) NOT NULL CHECK (quantity > 0),
  -- What came in, whatever its state, and what of it was damaged; null until then.
  received numeric(14,3) CHECK (received >= 0),
  damaged numeric(14,3) CHECK (damaged BETWEEN 0 AND received),
  PRIMARY KEY (transfer_id, id),
  CHECK ((received IS NULL) = (damaged IS NULL))
);
CREATE INDEX transfer_lines_by_sub_product ON transfer_lines (sub_product_id);
SELECT keep_to('transfer_lines', 'EXISTS (SELECT FROM transfers t WHERE t.id = transfer_id)',
  'EXISTS (SELECT FROM transfers t WHERE t.id = transfer_id)');

-- From which lots a line was taken, and what there is to know of them: the other side cannot look at the lots.
CREATE TABLE transfer_lots (
  transfer_id uuid NOT NULL,
  line_id uuid NOT NULL,
  lot_id uuid NOT NULL,
  position smallint NOT NULL,
  quantity numeric(14,3) NOT NULL CHECK (quantity > 0),
  -- L-1001 of the sender.
  number bigint NOT NULL,
  vendor_id uuid REFERENCES vendors,
  lot_number text,
  cost_price bigint,
  manufactured_on date,
  expires_on date,
  -- What it became where it came in.
  arrived_lot_id uuid,
  PRIMARY KEY (transfer_id, line_id, lot_id),
  FOREIGN KEY (transfer_id, line_id) REFERENCES transfer_lines (transfer_id, id)
);
SELECT keep_to('transfer_lots', 'EXISTS (SELECT FROM transfers t WHERE t.id = transfer_id)',
  'EXISTS (SELECT FROM transfers t WHERE t.id = transfer_id)');

CREATE TABLE transfer_events (
  transfer_id uuid NOT NULL REFERENCES transfers ON DELETE CASCADE,
  id uuid NOT NULL,
  from_status text,
  to_status text NOT NULL,
  -- Kept with its name: the other side does not see the people here.
  user_id uuid,
  user_name text NOT NULL,
  note text,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (transfer_id, id)
);
SELECT keep_to('transfer_events', 'EXISTS (SELECT FROM transfers t WHERE t.id = transfer_id)',
  'EXISTS (SELECT FROM transfers t WHERE t.id = transfer_id)');
SELECT append_only('transfer_events');
