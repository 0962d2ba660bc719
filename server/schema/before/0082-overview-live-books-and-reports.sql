-- Books and reports hear of new figures by location. Entries of the audit log are announced by the job that
-- chains them.

-- Once for each location of a statement: coins expire for many customers at once.
CREATE FUNCTION announce_journals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce('books', 'posted', NULL, location_id, 'statement_all_view')
  FROM (SELECT DISTINCT location_id FROM posted) AS places;
  RETURN NULL;
END $$;
CREATE TRIGGER announce_journals AFTER INSERT ON journals REFERENCING NEW TABLE AS posted
FOR EACH STATEMENT EXECUTE FUNCTION announce_journals();

-- The job that adds up figures writes these every minute; orders only insert differences and announce nothing more.
CREATE FUNCTION announce_figures() RETURNS trigger LANGUAGE plpgsql AS $$
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
