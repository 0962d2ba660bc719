-- Whether a search input may refer to products: a word of the catalog contains each part, or it is a barcode or SKU.
CREATE OR REPLACE FUNCTION can_be_item(parts text[], gtin text, typed text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN NOT EXISTS (SELECT FROM unnest(parts) AS part
      WHERE NOT EXISTS (SELECT FROM catalogue_words WHERE word LIKE '%' || part || '%'))
    OR EXISTS (SELECT FROM sub_products WHERE lpad(barcode, 14, '0') = gtin OR lower(sku) = lower(typed));
END $$;
