-- Pictures of the marketplace (products, brands, categories, locations) are for all; photos of what happened at a location
-- (proofs of delivery, returns) and of people (drivers and their papers, attachments of tickets) are not. Until now both
-- were of the same kind, and rows of all of them could be read by every location.
ALTER TABLE files DROP CONSTRAINT files_kind_check,
  ADD CONSTRAINT files_kind_check CHECK (kind IN ('image', 'photo', 'csv', 'document', 'export', 'mail')),
  -- Of a photo: the location it was taken for, where there is one.
  ADD COLUMN location_id uuid REFERENCES locations;
CREATE INDEX files_of_locations ON files (location_id) WHERE location_id IS NOT NULL;
CREATE INDEX drivers_by_photo ON drivers (photo_id) WHERE photo_id IS NOT NULL;

UPDATE files f SET kind = 'photo', location_id = d.location_id
FROM deliveries d WHERE d.proof_file_id = f.id AND f.kind = 'image';
UPDATE files f SET kind = 'photo', location_id = l.location_id
FROM (SELECT location_id, unnest(photos) AS id FROM return_lines WHERE photos <> '{}') l WHERE l.id = f.id AND f.kind = 'image';
UPDATE files f SET kind = 'photo' WHERE kind = 'image' AND (
  EXISTS (SELECT FROM drivers d WHERE d.photo_id = f.id)
  OR EXISTS (SELECT FROM driver_documents d WHERE d.id = f.id)
  OR EXISTS (SELECT FROM ticket_attachments a WHERE a.file_id = f.id));

-- The records that a photo belongs to have policies of their own.
DROP POLICY readable ON files;
CREATE POLICY readable ON files FOR SELECT TO aisle_located USING (
  kind = 'image' OR created_by = (SELECT actor_id())
  OR location_id = ANY ((SELECT actor_locations())::uuid[])
  OR EXISTS (SELECT FROM ticket_attachments a WHERE a.file_id = files.id OFFSET 0)
  OR EXISTS (SELECT FROM driver_documents d WHERE d.id = files.id OFFSET 0)
  OR EXISTS (SELECT FROM drivers d WHERE d.photo_id = files.id OFFSET 0));
DROP POLICY own_uploads ON files;
CREATE POLICY own_uploads ON files FOR INSERT TO aisle_located
  WITH CHECK ((created_by IS NULL OR created_by = (SELECT actor_id()))
    AND (location_id IS NULL OR location_id = ANY ((SELECT actor_locations())::uuid[])));
