ALTER TABLE notice_settings ADD COLUMN push_kinds text[] NOT NULL DEFAULT '{newOrder,ticketAssigned,ticketReply,ticketDue}'::text[];

-- Browsers that get push notifications: of a user until the session ends, or of a driver.
CREATE TABLE push_devices (
  id uuid PRIMARY KEY,
  session_id uuid UNIQUE REFERENCES sessions ON DELETE CASCADE,
  user_id uuid REFERENCES users ON DELETE CASCADE,
  driver_id uuid,
  -- The address at the browser's push service, and the browser's keys, which encrypt each notification.
  endpoint text NOT NULL,
  p256dh text NOT NULL,
  auth text NOT NULL,
  -- When the driver last opened a trip with this browser.
  seen_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT push_devices_of_one CHECK ((session_id IS NULL) = (user_id IS NULL) AND (user_id IS NULL) <> (driver_id IS NULL))
);
CREATE INDEX push_devices_by_user ON push_devices (user_id);
CREATE INDEX push_devices_by_driver ON push_devices (driver_id) WHERE driver_id IS NOT NULL;
CREATE UNIQUE INDEX push_devices_of_drivers ON push_devices (endpoint) WHERE driver_id IS NOT NULL;

-- Drivers have no session, so their browsers are theirs until they turn notifications off.
ALTER TABLE push_devices ADD FOREIGN KEY (driver_id) REFERENCES drivers ON DELETE CASCADE;
SELECT restrict_to('push_devices', 'user_id = (SELECT actor_id()) OR EXISTS (SELECT FROM drivers d WHERE d.id = driver_id)',
  'user_id = (SELECT actor_id())');

-- Push notifications that are not sent yet. Sent ones are deleted, since links in them open trips of drivers.
CREATE TABLE push_messages (
  id uuid PRIMARY KEY,
  device_id uuid NOT NULL REFERENCES push_devices ON DELETE CASCADE,
  -- What the notification shows, the page that it opens, and its tag: it replaces a shown one with the same tag.
  content jsonb NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  next_attempt_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX push_messages_waiting ON push_messages (next_attempt_at);
CREATE INDEX push_messages_by_device ON push_messages (device_id);
REVOKE SELECT, UPDATE, DELETE ON push_messages FROM aisle_located;
SELECT restrict_to('push_messages', 'false', 'EXISTS (SELECT FROM push_devices d WHERE d.id = device_id)');
