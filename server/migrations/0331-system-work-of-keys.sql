-- Jobs, imports, bulk changes and deleted records belong to the user or API key that created them.
ALTER TABLE jobs DROP CONSTRAINT jobs_created_by_fkey;
ALTER TABLE imports DROP CONSTRAINT imports_created_by_fkey;
ALTER TABLE bulk_changes DROP CONSTRAINT bulk_changes_created_by_fkey;
ALTER TABLE deleted_records DROP CONSTRAINT deleted_records_user_id_fkey;
