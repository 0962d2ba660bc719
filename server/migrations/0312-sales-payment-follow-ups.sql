-- Failed cards are followed up by a job, pages can save the card, and pages of former links are closed.
ALTER TABLE payments ADD COLUMN needs_follow_up boolean NOT NULL DEFAULT false;
CREATE INDEX payments_to_follow_up ON payments (updated_at) WHERE needs_follow_up;
ALTER TABLE pay_links ADD COLUMN saves_card boolean NOT NULL DEFAULT false,
  ADD COLUMN page_is_former boolean NOT NULL DEFAULT false;
CREATE INDEX pay_links_open ON pay_links (page_ends_at) WHERE page_ref IS NOT NULL;
