-- The writer of sales at the counter marks their days itself.
DROP TRIGGER IF EXISTS mark_figures ON counter_sales;
DROP FUNCTION IF EXISTS mark_counter_sales();
