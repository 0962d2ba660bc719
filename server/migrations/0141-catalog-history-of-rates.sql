-- The statements that change taxes, categories, products and commissions write their history; no trigger does.
DROP FUNCTION keep_past_category() CASCADE;
DROP FUNCTION keep_past_category_tax() CASCADE;
DROP FUNCTION keep_past_commission() CASCADE;
DROP FUNCTION keep_past_product_category() CASCADE;
DROP FUNCTION keep_past_product_tax() CASCADE;
DROP FUNCTION keep_past_tax() CASCADE;
