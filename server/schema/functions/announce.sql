-- Inserts an announcement into the change log. It is in PL/pgSQL because it runs for every stock movement, and PL/pgSQL
-- starts faster than a SQL function.
CREATE OR REPLACE FUNCTION announce(topic text, action text, record uuid, location uuid, permission text DEFAULT NULL)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changes (resource, action, record_id, location_id, permission)
  VALUES (topic, action, record, location, permission);
END $$;
