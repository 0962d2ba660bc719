-- Store users change their own email, and see only the users of their locations: whether another user has an address is
-- answered without showing who.

CREATE FUNCTION is_email_taken(address text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM users WHERE lower(email) = lower(address))
$$;
