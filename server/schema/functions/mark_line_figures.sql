-- Marks the days of orders whose lines are added or changed, and of their refunds, which count units by the lines.
CREATE OR REPLACE FUNCTION mark_line_figures() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- Jobs that fill in names change no figure. Nested, because `former` exists only in updates.
  IF TG_OP = 'UPDATE' THEN
    IF NOT EXISTS (
      SELECT id, sub_product_id, quantity, picked_quantity, removed, tax, total FROM changed
      EXCEPT SELECT id, sub_product_id, quantity, picked_quantity, removed, tax, total FROM former) THEN
      RETURN NULL;
    END IF;
  END IF;
  INSERT INTO product_figure_marks
  SELECT line.location_id, counted.at
  FROM (SELECT DISTINCT location_id, order_id FROM changed) line
  CROSS JOIN LATERAL (
    SELECT o.created_at AS at FROM orders o WHERE o.location_id = line.location_id AND o.id = line.order_id
    UNION ALL
    SELECT r.moved_at FROM refund_movements r WHERE r.location_id = line.location_id AND r.order_id = line.order_id
  ) counted;
  RETURN NULL;
END $$;

-- Two triggers, since a trigger for several events can't see all changed rows of its statement.
CREATE TRIGGER mark_figures_added AFTER INSERT ON order_lines REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION mark_line_figures();
CREATE TRIGGER mark_figures_changed AFTER UPDATE ON order_lines REFERENCING OLD TABLE AS former NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION mark_line_figures();
