-- Returns the status of a bulk message's job, even if a colleague started it. Returns null to store users if the
-- message also goes to other locations than theirs.
CREATE OR REPLACE FUNCTION bulk_message_job(message uuid) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT j.status FROM bulk_messages m JOIN jobs j ON j.id = m.job_id
  WHERE m.id = message AND (m.location_ids <@ actor_locations() OR pg_has_role(session_user, 'aisle_all', 'member'))
$$;
