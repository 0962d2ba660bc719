-- What a search for orders asks only where a name alone does not tell what is meant. As functions: a subquery that is never
-- run is made ready all the same, its tables and indexes opened, which took a fifth of the work of looking for a name.

-- Whether goods may be meant: every part of what was typed lies within a word of the catalogue, or it is a code of one.
CREATE FUNCTION may_be_goods(parts text[], gtin text, typed text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN NOT EXISTS (SELECT FROM unnest(parts) AS part
      WHERE NOT EXISTS (SELECT FROM catalogue_words WHERE word LIKE '%' || part || '%'))
    OR EXISTS (SELECT FROM sub_products WHERE lpad(barcode, 14, '0') = gtin OR lower(sku) = lower(typed));
END $$;

-- Whether more orders than these bear one of the words as a name, of those that whoever asks may see.
CREATE FUNCTION borne_by_more(words text[], most integer) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM order_words WHERE word = ANY (words) OFFSET most);
END $$;
