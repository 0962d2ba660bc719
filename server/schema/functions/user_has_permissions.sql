-- Whether a user has all of the permissions at all locations. Admins without roles have every permission.
CREATE OR REPLACE FUNCTION user_has_permissions(person users, needed text[]) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT person.user_type <> 'store'
    AND (person.user_type = 'admin' AND person.roles IS NULL OR needed <@ coalesce(person.roles, '{}'))
$$;
