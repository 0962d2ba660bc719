-- A key or webhook does no more than who made it may do. When they lose a permission that it needs, somebody decides about
-- it, as when they leave.

-- The same as scopeNeeds and eventNeeds in the contract; a test compares them.
CREATE FUNCTION key_needs(key_scopes text[]) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT array_agg(permission) FROM (VALUES ('orders', 'order_add'), ('orders', 'order_edit'), ('catalogue', 'product_view'),
    ('support', 'support_add'), ('inbound-mail', 'support_add'), ('inbound-mail', 'support_reply'),
    ('stock', 'inventory_list'), ('prices', 'assign_subProduct')) AS needed (scope, permission)
  WHERE scope = ANY (key_scopes)
$$;
CREATE FUNCTION webhook_needs(webhook_events text[]) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT array_agg(CASE WHEN event LIKE 'product.%' THEN 'product_view' ELSE 'order_view' END)
  FROM unnest(webhook_events) AS event
$$;
CREATE FUNCTION user_holds(person users, needed text[]) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT person.user_type = 'admin' AND person.roles IS NULL OR needed <@ coalesce(person.roles, '{}')
$$;

CREATE OR REPLACE FUNCTION refresh_key_notice() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  makers text := (SELECT string_agg(DISTINCT maker, ', ') FROM (
    SELECT coalesce(k.maker_name, u.first_name || ' ' || u.last_name) AS maker
    FROM api_keys k LEFT JOIN users u ON u.id = k.created_by
    WHERE k.maker_left_at IS NOT NULL AND k.revoked_at IS NULL AND k.expires_at > now()
    UNION SELECT coalesce(w.maker_name, u.first_name || ' ' || u.last_name)
    FROM webhook_endpoints w LEFT JOIN users u ON u.id = w.created_by
    WHERE w.maker_left_at IS NOT NULL AND w.expires_at > now()) left_behind);
  said text := 'API keys or webhooks of someone who left or lost a permission: ' || makers;
BEGIN
  -- One change at a time, so that there are never two notices.
  PERFORM pg_advisory_xact_lock(hashtextextended('key notice', 0));
  IF EXISTS (SELECT FROM notices WHERE kind = 'keys' AND over_at IS NULL AND text IS NOT DISTINCT FROM said) THEN
    RETURN;
  END IF;
  UPDATE notices SET over_at = now() WHERE kind = 'keys' AND over_at IS NULL;
  IF said IS NOT NULL THEN
    INSERT INTO notices (kind, permission, text) VALUES ('keys', 'access_setting', said);
  END IF;
  PERFORM announce('notifications', 'keys', NULL, NULL, 'access_setting');
END $$;

CREATE OR REPLACE FUNCTION maker_changed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.status AND NOT NEW.status THEN
    UPDATE api_keys SET maker_left_at = now(),
        maker_name = CASE WHEN TG_OP = 'DELETE' THEN OLD.first_name || ' ' || OLD.last_name END
      WHERE created_by = OLD.id AND revoked_at IS NULL;
    UPDATE webhook_endpoints SET maker_left_at = now(),
        maker_name = CASE WHEN TG_OP = 'DELETE' THEN OLD.first_name || ' ' || OLD.last_name END
      WHERE created_by = OLD.id;
  ELSIF NEW.status THEN
    -- Back, or with other permissions: only what they lack now and did not lack before asks for a decision.
    UPDATE api_keys SET maker_left_at = CASE WHEN NOT user_holds(NEW, key_needs(scopes)) THEN now() END
      WHERE created_by = NEW.id AND revoked_at IS NULL
        AND (NOT OLD.status OR user_holds(OLD, key_needs(scopes)) <> user_holds(NEW, key_needs(scopes)));
    UPDATE webhook_endpoints SET maker_left_at = CASE WHEN NOT user_holds(NEW, webhook_needs(events)) THEN now() END
      WHERE created_by = NEW.id
        AND (NOT OLD.status OR user_holds(OLD, webhook_needs(events)) <> user_holds(NEW, webhook_needs(events)));
  END IF;
  PERFORM refresh_key_notice();
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE OR REPLACE TRIGGER maker_switched AFTER UPDATE OF status, user_type, roles ON users FOR EACH ROW
WHEN ((OLD.status, OLD.user_type, OLD.roles) IS DISTINCT FROM (NEW.status, NEW.user_type, NEW.roles))
EXECUTE FUNCTION maker_changed();

UPDATE api_keys k SET maker_left_at = now() FROM users u
WHERE u.id = k.created_by AND u.status AND k.revoked_at IS NULL AND NOT user_holds(u, key_needs(k.scopes));
UPDATE webhook_endpoints w SET maker_left_at = now() FROM users u
WHERE u.id = w.created_by AND u.status AND NOT user_holds(u, webhook_needs(w.events));
SELECT refresh_key_notice();
