-- Rebuilds all totals of orders and products from the original records.
CREATE OR REPLACE FUNCTION fill_figures() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  place uuid;
  days date[];
  places uuid[];
BEGIN
  TRUNCATE figure_days, product_figure_days, figure_changes, product_figure_changes, figure_rezoned;
  FOR place IN SELECT id FROM locations ORDER BY id LOOP
    days := figure_days_of(place);
    CONTINUE WHEN days IS NULL;
    places := array_fill(place, ARRAY[cardinality(days)]);
    INSERT INTO figure_days SELECT * FROM raw_figures(places, days);
    INSERT INTO product_figure_days SELECT * FROM raw_product_figures(places, days) ORDER BY day, sub_product_id;
  END LOOP;
  PERFORM sum_up_figures();
  PERFORM sum_up_product_figures();
END $$;
REVOKE ALL ON FUNCTION fill_figures FROM aisle_all, aisle_located;
