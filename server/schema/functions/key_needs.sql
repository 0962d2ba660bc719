-- Returns the permissions that the scopes of an API key require. A test compares them with scopeNeeds in the contract.
CREATE OR REPLACE FUNCTION key_needs(key_scopes text[]) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT array_agg(permission) FROM (VALUES ('orders', 'order_add'), ('orders', 'order_edit'), ('catalogue', 'product_view'),
    ('support', 'support_add'), ('inbound-mail', 'support_add'), ('inbound-mail', 'support_reply'),
    ('stock', 'inventory_list'), ('prices', 'assign_subProduct')) AS needed (scope, permission)
  WHERE scope = ANY (key_scopes)
$$;
