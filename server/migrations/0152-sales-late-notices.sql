-- Saving an order closes its late notice, so no trigger has to.
DROP FUNCTION late_is_over() CASCADE;
DROP FUNCTION late_is_postponed() CASCADE;
DROP TRIGGER count_version ON orders;
CREATE TRIGGER count_version BEFORE UPDATE ON orders FOR EACH ROW
WHEN (NOT (OLD.late_at IS NULL AND NEW.late_at IS NOT NULL) AND OLD.owner_id IS NOT DISTINCT FROM NEW.owner_id
  AND OLD.tags = NEW.tags) EXECUTE FUNCTION count_version();
