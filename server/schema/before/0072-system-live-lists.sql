-- Lists refresh after changes by others: a person, a bulk edit, an import or the clock. Triggers announce them, once for
-- each statement and without naming a record, as people of single locations receive them too.
-- Orders, stock, tickets and payables announce their own changes, with their location.
CREATE FUNCTION announce_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce(TG_ARGV[0], 'changed', NULL, NULL, TG_ARGV[1]);
  RETURN NULL;
END $$;

-- Columns are named where a table is also written all day for reasons that no list shows.
CREATE TRIGGER announce_changes AFTER INSERT OR UPDATE OR DELETE ON brands
  FOR EACH STATEMENT EXECUTE FUNCTION announce_changes('brands', 'brand_list');
CREATE TRIGGER announce_changes AFTER INSERT OR UPDATE OR DELETE ON taxes
  FOR EACH STATEMENT EXECUTE FUNCTION announce_changes('taxes', 'tax_list');
CREATE TRIGGER announce_changes AFTER INSERT OR UPDATE OR DELETE ON categories
  FOR EACH STATEMENT EXECUTE FUNCTION announce_changes('categories', 'category_list');
CREATE TRIGGER announce_changes AFTER INSERT OR UPDATE OR DELETE ON products
  FOR EACH STATEMENT EXECUTE FUNCTION announce_changes('products', 'product_list');
CREATE TRIGGER announce_changes AFTER INSERT OR UPDATE OR DELETE ON sub_products
  FOR EACH STATEMENT EXECUTE FUNCTION announce_changes('subProducts', 'sub_product_list');
CREATE TRIGGER announce_changes AFTER INSERT OR UPDATE OR DELETE ON vendors
  FOR EACH STATEMENT EXECUTE FUNCTION announce_changes('vendors', 'vendor_list');
CREATE TRIGGER announce_changes AFTER INSERT OR UPDATE OR DELETE ON locations
  FOR EACH STATEMENT EXECUTE FUNCTION announce_changes('locations', 'store_list');
CREATE TRIGGER announce_changes AFTER INSERT OR UPDATE OR DELETE ON settings
  FOR EACH STATEMENT EXECUTE FUNCTION announce_changes('settings', 'access_setting');
CREATE TRIGGER announce_changes AFTER INSERT OR DELETE
    OR UPDATE OF first_name, last_name, email, phone, user_type, roles, status ON users
  FOR EACH STATEMENT EXECUTE FUNCTION announce_changes('users', 'user_list');
CREATE TRIGGER announce_changes AFTER INSERT OR DELETE ON user_locations
  FOR EACH STATEMENT EXECUTE FUNCTION announce_changes('users', 'user_list');
CREATE TRIGGER announce_changes AFTER INSERT OR DELETE OR UPDATE OF name, revoked_at ON api_keys
  FOR EACH STATEMENT EXECUTE FUNCTION announce_changes('api-key', 'access_setting');
CREATE TRIGGER announce_changes AFTER INSERT OR DELETE OR UPDATE OF name, url, events, status ON webhook_endpoints
  FOR EACH STATEMENT EXECUTE FUNCTION announce_changes('webhooks', 'access_setting');
-- The person who started a job hears of its progress; administrators see the jobs of all.
CREATE TRIGGER announce_changes AFTER INSERT OR DELETE OR UPDATE OF status ON jobs
  FOR EACH STATEMENT EXECUTE FUNCTION announce_changes('jobs', 'access_setting');
CREATE TRIGGER announce_changes AFTER INSERT OR DELETE
    OR UPDATE OF first_name, last_name, email, phone, status, notes, marketing_consent, merged_into ON customers
  FOR EACH STATEMENT EXECUTE FUNCTION announce_changes('customers', 'customer_list');
CREATE TRIGGER announce_changes AFTER INSERT OR UPDATE OR DELETE ON subscription_plans
  FOR EACH STATEMENT EXECUTE FUNCTION announce_changes('subscriptionPlans', 'subscriptionPlan_list');
CREATE TRIGGER announce_changes AFTER INSERT OR DELETE
    OR UPDATE OF name, email, phone, address, licence_number, vehicle_type, vehicle_plate, photo_id, status ON drivers
  FOR EACH STATEMENT EXECUTE FUNCTION announce_changes('drivers', 'driver_list');
CREATE TRIGGER announce_changes AFTER INSERT OR DELETE ON driver_locations
  FOR EACH STATEMENT EXECUTE FUNCTION announce_changes('drivers', 'driver_list');
CREATE TRIGGER announce_changes AFTER INSERT OR UPDATE OR DELETE ON bulk_messages
  FOR EACH STATEMENT EXECUTE FUNCTION announce_changes('messages', 'customer_list');

-- What a driver handed in belongs to its location.
CREATE FUNCTION announce_hand_in() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce('handIns', 'created', NEW.id, NEW.location_id, 'driver_view');
  RETURN NULL;
END $$;
CREATE TRIGGER announce_hand_in AFTER INSERT ON hand_ins FOR EACH ROW EXECUTE FUNCTION announce_hand_in();
