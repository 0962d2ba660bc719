-- Records in the change log that levels of a location changed. Readers find the sub-products in the snapshot.
CREATE OR REPLACE FUNCTION record_stock_change(action text, location uuid, sub_products uuid[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changes (resource, action, location_id, permission, snapshot)
  VALUES ('stock', action, location, 'inventory_list', jsonb_build_object('subProductIds', sub_products));
END $$;
