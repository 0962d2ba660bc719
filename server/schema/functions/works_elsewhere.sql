-- Whether a user works at locations that the actor has no access to. Row-level security hides those rows.
CREATE OR REPLACE FUNCTION works_elsewhere(person uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = public, pg_temp AS
$$ SELECT EXISTS (SELECT FROM user_locations WHERE user_id = person AND location_id <> ALL (actor_locations())) $$;
