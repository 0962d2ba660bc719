-- Enqueues webhooks for added, edited and deleted products. The payload has no prices or details, so receivers read the
-- current values. A statement checks for endpoints once, regardless of the number of rows.
CREATE OR REPLACE FUNCTION tell_products() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT webhook_wanted(ARRAY['product.changed']) THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' THEN
    PERFORM tell_webhooks('product.changed', c.id, jsonb_build_object('productId', c.id, 'change', 'edited',
        'name', c.name, 'status', c.status, 'version', c.version))
    FROM changed c JOIN old_rows o ON o.id = c.id
    -- Whole rows, so that no column is forgotten; without what is only counted or is never shown to a receiver.
    WHERE to_jsonb(c) - '{version,updated_at,badge_by_sales}'::text[]
      IS DISTINCT FROM to_jsonb(o) - '{version,updated_at,badge_by_sales}'::text[];
  ELSE
    PERFORM tell_webhooks('product.changed', c.id, jsonb_build_object('productId', c.id, 'change',
        CASE TG_OP WHEN 'INSERT' THEN 'added' ELSE 'deleted' END, 'name', c.name, 'status', c.status,
        'version', c.version))
    FROM changed c;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER tell_webhooks_added AFTER INSERT ON products REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION tell_products();
CREATE TRIGGER tell_webhooks_changed AFTER UPDATE ON products REFERENCING NEW TABLE AS changed OLD TABLE AS old_rows
FOR EACH STATEMENT EXECUTE FUNCTION tell_products();
CREATE TRIGGER tell_webhooks_deleted AFTER DELETE ON products REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION tell_products();
