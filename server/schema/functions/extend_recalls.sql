-- Extends recalls to the lots that a received transfer created from lots recalled in transit. The receiver can't see
-- the sender's lots or the recalls of other locations, so this function does it for them.
CREATE OR REPLACE FUNCTION extend_recalls(transfer uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  WITH arrived AS (
    UPDATE lots l SET recall_id = source.recall_id
    FROM transfers t
    JOIN transfer_lots sent ON sent.transfer_id = t.id
    JOIN lots source ON source.location_id = t.from_location_id AND source.id = sent.lot_id
    WHERE t.id = transfer AND has_location_access(t.to_location_id) AND source.recall_id IS NOT NULL
      AND l.location_id = t.to_location_id AND l.id = sent.arrived_lot_id AND l.recall_id IS NULL
    RETURNING l.location_id, l.id, l.recall_id, sent.quantity
  ), noted AS (
    INSERT INTO recall_lots (location_id, recall_id, lot_id, found)
    SELECT location_id, recall_id, id, quantity FROM arrived
  ), planned AS (
    INSERT INTO recall_rows (location_id, recall_id, id, kind, record_id, units, outcome, reason)
    SELECT location_id, recall_id, gen_random_uuid(), 'lot', id, quantity, 'open', 'Came in by a transfer' FROM arrived
  )
  UPDATE recalls r SET lot_count = lot_count + added.count
  FROM (SELECT recall_id, count(*) FROM arrived GROUP BY recall_id) added WHERE r.id = added.recall_id;
END $$;
