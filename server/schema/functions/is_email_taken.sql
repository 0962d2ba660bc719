-- Returns whether a user has this email, including users that the actor can't see.
CREATE OR REPLACE FUNCTION is_email_taken(address text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM users WHERE lower(email) = lower(address))
$$;
