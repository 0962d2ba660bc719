-- Records the previous state of a deleted tax, or of a tax whose rate or status changed.
CREATE OR REPLACE FUNCTION keep_past_tax() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO past_taxes VALUES (OLD.id, now(), OLD.name, OLD.rate, OLD.status) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER keep_past_tax AFTER UPDATE OF rate, status ON taxes FOR EACH ROW
  WHEN (OLD.rate <> NEW.rate OR OLD.status <> NEW.status) EXECUTE FUNCTION keep_past_tax();
CREATE TRIGGER keep_deleted_tax AFTER DELETE ON taxes FOR EACH ROW EXECUTE FUNCTION keep_past_tax();
