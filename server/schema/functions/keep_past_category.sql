-- Records the previous parent and name of a moved or deleted category.
CREATE OR REPLACE FUNCTION keep_past_category() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO past_categories VALUES (OLD.id, now(), OLD.name, OLD.parent_id, OLD.created_at) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER keep_past_category AFTER UPDATE OF parent_id ON categories FOR EACH ROW
  WHEN (OLD.parent_id IS DISTINCT FROM NEW.parent_id) EXECUTE FUNCTION keep_past_category();
CREATE TRIGGER keep_deleted_category AFTER DELETE ON categories FOR EACH ROW EXECUTE FUNCTION keep_past_category();
