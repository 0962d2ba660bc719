-- What a location charges and pays otherwise than the marketplace: tax and commission by category, from a day on.

-- Only ever added to: a change of mind is another row. Which row holds on a day is a matter of reading: of those
-- that cover it and were not taken back, the one that began last, then the one written last. No reference to
-- categories: what was charged once stays told when the category is gone.
CREATE TABLE location_rates (
  location_id uuid NOT NULL REFERENCES locations,
  -- Counts up within the location; the next one is the version of its rates.
  position integer NOT NULL CHECK (position > 0),
  category_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('tax', 'commission')),
  -- Null: from then on the category inherits again.
  rate numeric(6,3) CHECK (rate BETWEEN 0 AND 100),
  -- Days at the location, both of them counted in; no last day: until further notice.
  from_day date NOT NULL,
  until_day date CHECK (until_day >= from_day),
  -- This row says nothing but that the one at that position was taken back, before it began.
  withdraws integer,
  actor_id uuid,
  actor_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, position),
  FOREIGN KEY (location_id, withdraws) REFERENCES location_rates,
  CHECK (withdraws < position)
);
CREATE INDEX location_rates_by_category ON location_rates (location_id, category_id, kind, from_day DESC, position DESC);
CREATE UNIQUE INDEX location_rates_withdrawn ON location_rates (location_id, withdraws) WHERE withdraws IS NOT NULL;
-- People of a location see what it pays to the marketplace, and never write it.
SELECT keep_to('location_rates', 'location_id = ANY ((SELECT actor_locations())::uuid[])',
  'location_id = ANY ((SELECT actor_locations())::uuid[]) AND kind = ''tax''');
SELECT append_only('location_rates');

-- Those that were not taken back.
CREATE VIEW standing_location_rates WITH (security_invoker = true) AS
SELECT location_id, position, category_id, kind, rate, from_day, until_day, actor_name, created_at
FROM location_rates r
WHERE withdraws IS NULL AND NOT EXISTS (
  SELECT FROM location_rates back WHERE back.location_id = r.location_id AND back.withdraws = r.position);
