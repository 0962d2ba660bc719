-- Authorizations that the provider can raise are raised instead of adding a second one.
ALTER TABLE payments ADD COLUMN can_increment boolean NOT NULL DEFAULT false;
ALTER TABLE gateway_operations DROP CONSTRAINT gateway_operations_kind_check,
  ADD CONSTRAINT gateway_operations_kind_check
    CHECK (kind IN ('verify', 'authorise', 'increment', 'capture', 'void', 'refund'));
