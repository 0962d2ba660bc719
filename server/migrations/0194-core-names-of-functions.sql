-- Functions and triggers get the names that engineers expect. Policies, triggers and columns keep the renamed functions. A
-- function that is younger than the database doesn't exist yet.
DO $$
DECLARE
  renamed record;
BEGIN
  FOR renamed IN SELECT * FROM (VALUES
    ('acts_at', 'has_location_access'),
    ('keep_to_locations', 'restrict_to_locations'),
    ('keep_to', 'restrict_to'),
    ('count_version', 'increment_version'),
    ('start_task', 'enqueue_job'),
    ('meet_customer', 'link_customer_to_location'),
    ('known_there', 'customer_at_location'),
    ('known_only_at', 'customer_only_at'),
    ('borne_by_more', 'is_frequent_word'),
    ('words_holding', 'words_containing'),
    ('letters_in', 'letter_mask'),
    ('worth_of', 'value_of'),
    ('forget_account_sums', 'reset_account_sums'),
    ('forget_names', 'blank_names'),
    ('former_values', 'previous_values'),
    ('kept_customer', 'remaining_customer'),
    ('maker_changed', 'creator_changed'),
    ('may_be_goods', 'can_be_item'),
    ('note_address_at', 'record_address_at'),
    ('pass_on_customer', 'forward_merged_customer'),
    ('place_name', 'location_name'),
    ('refuse_taken_here', 'reject_taken_here'),
    ('refuse_change', 'reject_change'),
    ('take_coins', 'spend_coins'),
    ('coins_to_take', 'coins_to_spend'),
    ('take_message_time', 'claim_message_time'),
    ('tickets_holding', 'tickets_containing'),
    ('user_holds', 'user_has_permissions')
  ) AS names (old, fresh) WHERE to_regproc(old) IS NOT NULL
  LOOP
    EXECUTE format('ALTER FUNCTION %I RENAME TO %I', renamed.old, renamed.fresh);
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION append_only(target regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON %s FROM aisle_all, aisle_located', target);
  EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %s
                  FOR EACH STATEMENT EXECUTE FUNCTION reject_change()', target);
END $$;

CREATE OR REPLACE FUNCTION versioned(target regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER increment_version BEFORE UPDATE ON %s FOR EACH ROW EXECUTE FUNCTION increment_version()', target);
END $$;

DO $$
DECLARE
  renamed record;
BEGIN
  FOR renamed IN
    SELECT t.tgname AS name, t.tgrelid::regclass AS target, names.fresh FROM pg_trigger t
    JOIN (VALUES ('count_version', 'increment_version'),
      ('count_version_of_consent', 'increment_version_of_consent'),
      ('never_removed', 'append_only_rows'),
      ('meet_customer', 'link_customer_to_location'),
      ('maker_changed', 'creator_changed'),
      ('pass_on', 'forward_merged_customer')) AS names (old, fresh) ON names.old = t.tgname
    WHERE NOT t.tgisinternal AND t.tgparentid = 0
  LOOP
    EXECUTE format('ALTER TRIGGER %I ON %s RENAME TO %I', renamed.name, renamed.target, renamed.fresh);
  END LOOP;
END $$;

CREATE OR REPLACE VIEW sets_of_books WITH (security_invoker) AS
SELECT id, name, time_zone FROM locations
UNION ALL
SELECT marketplace_books(), marketplace_name(), marketplace_time_zone() WHERE (SELECT has_location_access(marketplace_books()));
