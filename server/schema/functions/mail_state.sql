-- Returns the delivery state of an email: sent, failed, retrying or waiting. Users of single locations can't read the
-- outbox, since emails contain sign-in links.
CREATE OR REPLACE FUNCTION mail_state(mail uuid) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN m.sent_at IS NOT NULL THEN 'sent' WHEN m.next_attempt_at = 'infinity' THEN 'failed'
    WHEN m.last_error IS NOT NULL THEN 'retrying' ELSE 'waiting' END
  FROM mails m WHERE m.id = mail
$$;
