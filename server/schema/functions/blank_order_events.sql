-- Blanks the notes and details of events on an erased person's orders. Returns and refunds keep their details. Returns
-- the number of blanked events.
CREATE OR REPLACE FUNCTION blank_order_events(places uuid[], records uuid[]) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  blanked bigint;
BEGIN
  PERFORM set_config('app.erasing', 'on', true);
  UPDATE order_events e SET note = NULL, details = CASE WHEN e.kind IN ('return', 'refund') THEN e.details END
  FROM unnest(places, records) AS known (location_id, id)
  WHERE e.location_id = known.location_id AND e.order_id = known.id AND (e.note IS NOT NULL OR e.details IS NOT NULL);
  GET DIAGNOSTICS blanked = ROW_COUNT;
  PERFORM set_config('app.erasing', '', true);
  RETURN blanked;
END $$;
REVOKE ALL ON FUNCTION blank_order_events FROM aisle_located;
