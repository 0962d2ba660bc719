-- Marks API keys and webhook endpoints whose creator is deleted, deactivated or loses a required permission. Clears the
-- mark when a reactivated creator has the permissions or an active one regains them. Then refreshes the notice about
-- them. It is a trigger, so that a key never outlives the rights of its creator, however a user is changed. It runs before
-- a deletion, which clears the creator of the keys.
CREATE OR REPLACE FUNCTION creator_changed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (OLD.status, OLD.user_type, OLD.roles) IS NOT DISTINCT FROM
    (NEW.status, NEW.user_type, NEW.roles) THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE' OR OLD.status AND NOT NEW.status THEN
    UPDATE api_keys SET maker_left_at = now(),
        maker_name = CASE WHEN TG_OP = 'DELETE' THEN OLD.first_name || ' ' || OLD.last_name END
      WHERE created_by = OLD.id AND revoked_at IS NULL;
    UPDATE webhook_endpoints SET maker_left_at = now(),
        maker_name = CASE WHEN TG_OP = 'DELETE' THEN OLD.first_name || ' ' || OLD.last_name END
      WHERE created_by = OLD.id;
  ELSIF NEW.status THEN
    -- Only keys whose required permissions the creator lost or regained need a decision.
    UPDATE api_keys SET maker_left_at = CASE WHEN NOT user_has_permissions(NEW, key_needs(scopes, permissions)) THEN now() END
      WHERE created_by = NEW.id AND revoked_at IS NULL
        AND (NOT OLD.status OR user_has_permissions(OLD, key_needs(scopes, permissions)) <> user_has_permissions(NEW, key_needs(scopes, permissions)));
    UPDATE webhook_endpoints SET maker_left_at = CASE WHEN NOT user_has_permissions(NEW, webhook_needs(events)) THEN now() END
      WHERE created_by = NEW.id
        AND (NOT OLD.status OR user_has_permissions(OLD, webhook_needs(events)) <> user_has_permissions(NEW, webhook_needs(events)));
  END IF;
  PERFORM refresh_key_notice();
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;

CREATE TRIGGER creator_changed BEFORE DELETE OR UPDATE OF status, user_type, roles ON users FOR EACH ROW
EXECUTE FUNCTION creator_changed();
