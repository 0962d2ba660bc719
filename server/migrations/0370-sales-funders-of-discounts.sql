-- Uses of promotions keep the parts of their discount by who pays. Existing uses are split by the funding of their edition, which
-- can differ from their journals by a cent, because journals round each line.
ALTER TABLE promotion_uses ADD COLUMN by_location bigint NOT NULL DEFAULT 0 CHECK (by_location >= 0),
  ADD COLUMN by_vendor bigint NOT NULL DEFAULT 0 CHECK (by_vendor >= 0);
UPDATE promotion_uses u SET by_location = round(u.sold * e.funded_by_location / 100),
  by_vendor = u.sold - round(u.sold * (100 - e.funded_by_vendor) / 100)
FROM promotion_editions e
WHERE e.promotion_id = u.promotion_id AND e.number = u.edition AND u.living
  AND e.funded_by_location + e.funded_by_vendor > 0;
ALTER TABLE promotion_uses ADD CONSTRAINT promotion_uses_funded CHECK (NOT living OR by_location + by_vendor <= sold);
