-- A delivery area that isn't a circle: { "kind": "polygon", "points": [{ "latitude": 30.2, "longitude": -97.7 }] } or
-- { "kind": "postalCodes", "codes": ["78701"] }. Null: delivery_radius_km around the location.
ALTER TABLE locations ADD COLUMN delivery_area jsonb,
  ADD CONSTRAINT locations_delivery_area CHECK (CASE delivery_area ->> 'kind'
    WHEN 'polygon' THEN jsonb_array_length(delivery_area -> 'points') >= 3
    WHEN 'postalCodes' THEN jsonb_array_length(delivery_area -> 'codes') >= 1
    ELSE delivery_area IS NULL END);
