-- Groups of customers, chosen by hand or by a rule. Users of single locations see none.
CREATE TABLE customer_groups (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('manual', 'rule')),
  rule jsonb,
  member_count bigint NOT NULL DEFAULT 0,
  counted_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT customer_groups_rule CHECK ((kind = 'rule') = (rule IS NOT NULL))
);
CREATE UNIQUE INDEX customer_groups_name ON customer_groups (lower(name));
SELECT restrict_to('customer_groups', 'false', 'false');
SELECT read_only_for_locations('customer_groups');
CREATE TRIGGER increment_version BEFORE UPDATE OF name, rule, updated_at ON customer_groups FOR EACH ROW EXECUTE FUNCTION increment_version();

CREATE TABLE customer_group_members (
  group_id uuid NOT NULL REFERENCES customer_groups ON DELETE CASCADE,
  customer_id uuid NOT NULL REFERENCES customers ON DELETE CASCADE,
  since timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (group_id, customer_id)
);
CREATE INDEX customer_group_members_by_customer ON customer_group_members (customer_id, group_id);
SELECT restrict_to('customer_group_members', 'false', 'false');
SELECT read_only_for_locations('customer_group_members');
