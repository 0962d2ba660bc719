-- Enqueues webhooks for products whose sub-products were added, edited or deleted. Lists up to 500 sub-products each.
CREATE OR REPLACE FUNCTION tell_sub_products() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT webhook_wanted(ARRAY['product.changed']) THEN RETURN NULL; END IF;
  PERFORM tell_webhooks('product.changed', p.id, jsonb_build_object('productId', p.id, 'change', 'edited',
      'name', p.name, 'status', p.status, 'version', p.version, 'subProductIds', jsonb_path_query_array(c.ids, '$[0 to 499]')))
  FROM (SELECT product_id, jsonb_agg(id) AS ids FROM changed GROUP BY product_id) c
  JOIN products p ON p.id = c.product_id;
  RETURN NULL;
END $$;

CREATE TRIGGER tell_webhooks_added AFTER INSERT ON sub_products REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION tell_sub_products();
CREATE TRIGGER tell_webhooks_changed AFTER UPDATE ON sub_products REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION tell_sub_products();
CREATE TRIGGER tell_webhooks_deleted AFTER DELETE ON sub_products REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION tell_sub_products();
