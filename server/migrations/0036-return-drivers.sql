-- Who collects the goods of a return from the customer.
ALTER TABLE returns ADD COLUMN driver_id uuid REFERENCES drivers ON DELETE SET NULL;
CREATE INDEX returns_by_driver ON returns (driver_id) WHERE driver_id IS NOT NULL;
