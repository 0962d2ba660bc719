-- Announces new totals once per location and statement. Orders don't trigger this: they insert deltas, and a job adds
-- the deltas to the totals every minute.
CREATE OR REPLACE FUNCTION announce_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce('reports', 'added', NULL, location_id, TG_ARGV[0])
  FROM (SELECT DISTINCT location_id FROM added) AS places;
  RETURN NULL;
END $$;

CREATE TRIGGER announce_new_days AFTER INSERT ON figure_days REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION announce_figures('location_report');
CREATE TRIGGER announce_days AFTER UPDATE ON figure_days REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION announce_figures('location_report');
CREATE TRIGGER announce_new_days AFTER INSERT ON product_figure_days REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION announce_figures('product_view');
CREATE TRIGGER announce_days AFTER UPDATE ON product_figure_days REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION announce_figures('product_view');
