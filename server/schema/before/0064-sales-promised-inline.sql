-- When an order is promised for, in a form that the planner writes into a statement instead of calling it for each order
-- of a dashboard, board or list. The hour is added in UTC, which is the same moment and depends on no setting.
CREATE OR REPLACE FUNCTION promised_at(slot_to timestamptz, created_at timestamptz) RETURNS timestamptz
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(slot_to, (created_at AT TIME ZONE 'UTC' + interval '1 hour') AT TIME ZONE 'UTC')
$$;
