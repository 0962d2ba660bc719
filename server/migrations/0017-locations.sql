-- Locations keep holidays, cut their days into delivery slots, and say where their money goes.

ALTER TABLE locations
  -- [{ "date": "2026-12-25", "spans": [], "note": "Christmas" }]; without spans it is closed all day.
  ADD COLUMN hours_exceptions jsonb NOT NULL DEFAULT '[]',
  -- { "lengthMinutes": 120, "capacity": 8, "leadMinutes": 60 }; null: as the marketplace.
  ADD COLUMN delivery_slots jsonb;

-- Bank details, sealed with a key of the server before they come here: the columns beside them are all that is shown.
CREATE TABLE payout_accounts (
  location_id uuid PRIMARY KEY REFERENCES locations ON DELETE CASCADE,
  sealed bytea NOT NULL,
  bank_name text NOT NULL,
  account_holder text NOT NULL,
  routing_last4 text NOT NULL CHECK (length(routing_last4) = 4),
  account_last4 text NOT NULL CHECK (length(account_last4) <= 4),
  version integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now()
);
SELECT versioned('payout_accounts');
SELECT keep_to_locations('payout_accounts');

-- How full a slot is: orders that want to be brought from then on.
CREATE INDEX orders_by_location_slot ON orders (location_id, slot_from) WHERE slot_from IS NOT NULL;
