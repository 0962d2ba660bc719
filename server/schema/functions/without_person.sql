-- Replaces the matches of regular expressions, which are names and contact details of an erased person, with "Erased".
CREATE OR REPLACE FUNCTION without_person(said text, patterns text[]) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  pattern text;
BEGIN
  FOREACH pattern IN ARRAY patterns LOOP said := regexp_replace(said, pattern, 'Erased', 'gi'); END LOOP;
  RETURN said;
END $$;

-- Replaces names and contact details of an erased person in JSON. Returns an empty object if the replacement makes the
-- JSON invalid.
CREATE OR REPLACE FUNCTION without_person(said jsonb, patterns text[]) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN without_person(said::text, patterns)::jsonb;
EXCEPTION WHEN invalid_text_representation THEN
  RETURN '{}';
END $$;
