-- One barcode, however many zeros it is written with: a GTIN-12 is the GTIN-13 and GTIN-14 that begin with zeros.

-- Of sub-products that have held the same code in two forms the first keeps it; the log says what the others lost.
WITH doubled AS (
  SELECT id, barcode, version FROM (
    SELECT s.*, row_number() OVER (PARTITION BY lpad(barcode, 14, '0') ORDER BY created_at, id) AS place
    FROM sub_products s WHERE barcode IS NOT NULL) numbered
  WHERE place > 1
), freed AS (
  UPDATE sub_products s SET barcode = NULL FROM doubled WHERE s.id = doubled.id
)
INSERT INTO audit_entries (id, actor_name, action, resource, record_id, before, after)
SELECT new_uuid_v7(), 'Upgrade', 'edit', 'subProducts', id,
  jsonb_build_object('_id', id, 'version', version, 'barcode', barcode),
  jsonb_build_object('_id', id, 'version', version + 1, 'barcode', NULL)
FROM doubled;

DROP INDEX sub_products_barcode;
CREATE UNIQUE INDEX sub_products_barcode ON sub_products (lpad(barcode, 14, '0'));
