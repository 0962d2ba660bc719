-- Records in catalog_changes that products or assortments changed, once per transaction and kind.
CREATE OR REPLACE FUNCTION note_catalog_change() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM catalog_changes WHERE xid = pg_current_xact_id() AND kind = TG_ARGV[0]) THEN
    INSERT INTO catalog_changes (kind) VALUES (TG_ARGV[0]);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER note_catalog_change AFTER INSERT OR DELETE
  OR UPDATE ON products FOR EACH STATEMENT EXECUTE FUNCTION note_catalog_change('goods');
CREATE TRIGGER note_catalog_change AFTER INSERT OR DELETE
  OR UPDATE ON sub_products FOR EACH STATEMENT EXECUTE FUNCTION note_catalog_change('goods');
CREATE TRIGGER note_catalog_change AFTER INSERT OR DELETE
  OR UPDATE ON product_images FOR EACH STATEMENT EXECUTE FUNCTION note_catalog_change('goods');
CREATE TRIGGER note_catalog_change AFTER INSERT OR DELETE
  OR UPDATE ON product_taxes FOR EACH STATEMENT EXECUTE FUNCTION note_catalog_change('goods');
CREATE TRIGGER note_catalog_change AFTER INSERT OR DELETE
  OR UPDATE ON categories FOR EACH STATEMENT EXECUTE FUNCTION note_catalog_change('goods');
CREATE TRIGGER note_catalog_change AFTER INSERT OR UPDATE OF assigned OR DELETE ON location_sub_products
FOR EACH STATEMENT EXECUTE FUNCTION note_catalog_change('assortment');
