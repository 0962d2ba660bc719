-- Defence in depth for people of single locations, whom no request shows these: what a database connection as theirs
-- could read beyond their locations.

-- Pictures are of products and places that all share. Of other files they see their own, attachments of their tickets and
-- papers of their drivers.
DROP POLICY readable ON files;
CREATE POLICY readable ON files FOR SELECT TO aisle_located USING (
  kind = 'image' OR created_by = (SELECT actor_id())
  OR EXISTS (SELECT FROM ticket_attachments a WHERE a.file_id = files.id OFFSET 0)
  OR EXISTS (SELECT FROM driver_documents d WHERE d.id = files.id OFFSET 0));
CREATE INDEX driver_documents_by_file ON driver_documents (id);

-- The words of names that contain the input; null when there are more than `most`. For people of single locations only
-- words on orders of theirs: whether anyone elsewhere has a name is not theirs to know.
CREATE OR REPLACE FUNCTION words_holding(typed text, most integer) RETURNS text[]
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  held text[] := ARRAY(SELECT DISTINCT word FROM name_words
    WHERE word LIKE '%' || replace(replace(replace(lower(typed), '\', '\\'), '%', '\%'), '_', '\_') || '%' LIMIT most + 1);
BEGIN
  IF cardinality(held) > most THEN RETURN NULL; END IF;
  IF pg_has_role(session_user, 'aisle_all', 'member') THEN RETURN held; END IF;
  RETURN ARRAY(SELECT known.word FROM unnest(held) AS known (word) WHERE EXISTS (
    SELECT FROM unnest(actor_locations()) AS place (id) JOIN order_words w ON w.location_id = place.id
    WHERE w.word = known.word COLLATE "C"));
END $$;
