-- Returns the permissions that the creator of an API key needs: those of its scopes and its own. A test compares them with
-- scopeNeeds in the contract.
CREATE OR REPLACE FUNCTION key_needs(key_scopes text[], key_permissions text[]) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(permission), '{}') || key_permissions
  FROM (VALUES ('orders', 'order_add'), ('orders', 'order_edit'), ('catalogue', 'product_view'),
    ('support', 'support_add'), ('inbound-mail', 'support_add'), ('inbound-mail', 'support_reply'),
    ('stock', 'inventory_list'), ('prices', 'assign_subProduct')) AS needed (scope, permission)
  WHERE scope = ANY (key_scopes)
$$;
