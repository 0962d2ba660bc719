-- Adds new return lines to the deltas of product totals.
CREATE OR REPLACE FUNCTION note_return_line_figures() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO product_figure_changes (location_id, at, sub_product_id, returns)
  SELECT n.location_id, r.created_at, n.sub_product_id, 1
  FROM added back JOIN returns r ON r.location_id = back.location_id AND r.id = back.return_id
  JOIN order_lines n ON n.location_id = back.location_id AND n.order_id = back.order_id AND n.id = back.line_id;
  RETURN NULL;
END $$;

CREATE TRIGGER note_figures_added AFTER INSERT ON return_lines REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION note_return_line_figures();
