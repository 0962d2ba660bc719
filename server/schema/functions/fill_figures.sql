-- Rebuilds all totals of orders and products from the original records.
CREATE OR REPLACE FUNCTION fill_figures() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  place uuid;
BEGIN
  PERFORM pg_advisory_xact_lock(4151200127);
  TRUNCATE figure_days, product_figure_days, figure_marks, product_figure_marks, product_cost_marks;
  FOR place IN SELECT id FROM locations ORDER BY id LOOP
    INSERT INTO figure_days
    SELECT raw.* FROM unnest(figure_days_of(place)) AS day CROSS JOIN LATERAL raw_figures(place, day) raw;
    INSERT INTO product_figure_days
    SELECT raw.* FROM unnest(figure_days_of(place)) AS day CROSS JOIN LATERAL raw_product_figures(place, day) raw
    ORDER BY day, sub_product_id;
  END LOOP;
  PERFORM sum_up_figures();
  PERFORM sum_up_product_figures();
END $$;
REVOKE ALL ON FUNCTION fill_figures FROM aisle_all, aisle_located;
