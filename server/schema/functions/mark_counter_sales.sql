-- Marks the days of sales at the counter.
CREATE OR REPLACE FUNCTION mark_counter_sales() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO product_figure_marks SELECT DISTINCT location_id, sold_at FROM added;
  RETURN NULL;
END $$;

CREATE TRIGGER mark_figures AFTER INSERT ON counter_sales REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION mark_counter_sales();
