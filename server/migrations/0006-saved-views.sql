-- A list as somebody wants to find it again: its filters, order and columns, under a name.

CREATE TABLE saved_views (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- The path of the list's screen: '/orders'.
  list text NOT NULL,
  name text NOT NULL,
  -- What the list's URL holds.
  search jsonb NOT NULL,
  is_shared boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX saved_views_name ON saved_views (user_id, list, lower(name));
CREATE INDEX saved_views_shared ON saved_views (list, id) WHERE is_shared;
SELECT versioned('saved_views');
SELECT keep_to('saved_views', 'is_shared OR user_id = (SELECT actor_id())', 'user_id = (SELECT actor_id())');
