-- Cards that shoppers didn't save are detached when the orders of their checkout are closed.
DROP INDEX payments_ending;
CREATE INDEX payments_ending ON payments (hold_until)
  WHERE status = 'authorised' AND (saves_card OR authorise_at IS NOT NULL);
CREATE INDEX payments_by_token ON payments (token) WHERE token IS NOT NULL;
CREATE INDEX payments_to_detach ON payments (provider) WHERE token IS NOT NULL AND NOT saves_card;
