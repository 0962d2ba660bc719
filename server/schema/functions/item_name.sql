-- The name of an item for people: "Peanut Butter, 16 oz". Variants are mostly named by their difference, so the product's
-- name comes first, unless the variant's name contains it. The contract does the same (contract/src/core/item-name.ts).
CREATE OR REPLACE FUNCTION item_name(product text, variant text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN strpos(fold_text(variant), fold_text(product)) > 0 THEN variant ELSE product || ', ' || variant END
$$;
