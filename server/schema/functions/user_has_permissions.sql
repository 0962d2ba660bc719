-- Whether a user has all of the permissions. Admins without roles have every permission.
CREATE OR REPLACE FUNCTION user_has_permissions(person users, needed text[]) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT person.user_type = 'admin' AND person.roles IS NULL OR needed <@ coalesce(person.roles, '{}')
$$;
