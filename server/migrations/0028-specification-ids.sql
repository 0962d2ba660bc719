-- A specification stays the same one when it is renamed.
UPDATE categories SET specifications = (
  SELECT jsonb_agg(jsonb_build_object('_id', new_uuid_v7()) || item.value ORDER BY item.place)
  FROM jsonb_array_elements(specifications) WITH ORDINALITY AS item (value, place))
WHERE specifications <> '[]';
