-- Recalls: lots that must no longer be sold at any location, and the work that follows.

CREATE SEQUENCE recall_number START 1001;
CREATE TABLE recalls (
  id uuid PRIMARY KEY,
  number bigint NOT NULL DEFAULT nextval('recall_number'),
  title text NOT NULL,
  reason text NOT NULL,
  -- The filter of the lots: by number, vendor, sub-product, days.
  selection jsonb NOT NULL,
  -- blocked; working: the job is running or was interrupted; done; lifted: the lots are fine after all.
  status text NOT NULL DEFAULT 'blocked' CHECK (status IN ('blocked', 'working', 'done', 'lifted')),
  lot_count integer NOT NULL,
  -- The chosen actions: { "writeOff", "refund", "message": { "subject", "text" } }.
  plan jsonb,
  job_id uuid REFERENCES jobs ON DELETE SET NULL,
  created_by uuid,
  created_by_name text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX recalls_by_age ON recalls (created_at DESC, id DESC);
SELECT versioned('recalls');

CREATE TABLE recall_lots (
  location_id uuid NOT NULL,
  recall_id uuid NOT NULL REFERENCES recalls,
  lot_id uuid NOT NULL,
  -- The quantity on hand when it was blocked.
  found numeric(14,3) NOT NULL,
  PRIMARY KEY (location_id, recall_id, lot_id),
  FOREIGN KEY (location_id, lot_id) REFERENCES lots (location_id, id)
);
CREATE INDEX recall_lots_by_recall ON recall_lots (recall_id);
SELECT keep_to_locations('recall_lots');
SELECT keep_to('recalls', 'created_by = (SELECT actor_id()) OR EXISTS (SELECT FROM recall_lots r
  WHERE r.recall_id = recalls.id AND r.location_id = ANY ((SELECT actor_locations())::uuid[]) OFFSET 0)');

-- The tasks of a recall and their outcome: a lot to write off, an order to refund, a customer to inform.
CREATE TABLE recall_rows (
  location_id uuid NOT NULL,
  recall_id uuid NOT NULL REFERENCES recalls,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('lot', 'order', 'customer')),
  record_id uuid NOT NULL,
  -- open: to be done by a user, or can be retried; skipped: not part of the plan, or nothing was left to do.
  outcome text NOT NULL DEFAULT 'waiting' CHECK (outcome IN ('waiting', 'done', 'open', 'skipped')),
  reason text,
  units numeric(14,3),
  amount bigint,
  acted_at timestamptz,
  PRIMARY KEY (location_id, recall_id, id)
);
CREATE UNIQUE INDEX recall_rows_once ON recall_rows (recall_id, kind, location_id, record_id);
CREATE INDEX recall_rows_by_outcome ON recall_rows (recall_id, outcome, id);
SELECT keep_to_locations('recall_rows');

-- Goods of a recalled lot that were in transit are recalled at the receiving location.
CREATE FUNCTION follow_recall() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  recalled uuid;
  place uuid;
BEGIN
  SELECT l.recall_id INTO recalled FROM lots l WHERE l.id = NEW.lot_id;
  IF recalled IS NULL THEN RETURN NULL; END IF;
  UPDATE lots SET recall_id = recalled WHERE id = NEW.arrived_lot_id RETURNING location_id INTO place;
  INSERT INTO recall_lots (location_id, recall_id, lot_id, found)
  VALUES (place, recalled, NEW.arrived_lot_id, NEW.quantity) ON CONFLICT DO NOTHING;
  INSERT INTO recall_rows (location_id, recall_id, id, kind, record_id, units, outcome, reason)
  VALUES (place, recalled, gen_random_uuid(), 'lot', NEW.arrived_lot_id, NEW.quantity, 'open', 'Came in by a transfer')
  ON CONFLICT DO NOTHING;
  UPDATE recalls SET lot_count = lot_count + 1 WHERE id = recalled;
  RETURN NULL;
END $$;
CREATE TRIGGER follow_recall AFTER UPDATE OF arrived_lot_id ON transfer_lots
FOR EACH ROW WHEN (NEW.arrived_lot_id IS NOT NULL AND OLD.arrived_lot_id IS NULL) EXECUTE FUNCTION follow_recall();

-- How many lots a recall has, and how many of them are at locations the actor has no access to.
CREATE FUNCTION recall_reach(recall uuid, OUT lots bigint, OUT others bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT count(*), count(*) FILTER (WHERE NOT acts_at(r.location_id)) FROM recall_lots r WHERE r.recall_id = recall
$$;
