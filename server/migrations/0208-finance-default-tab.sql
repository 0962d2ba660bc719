-- Statements open with all of them. A saved view without a tab showed the open ones and still does.
UPDATE saved_views SET search = search || '{"tab":"open"}' WHERE list = '/statements' AND NOT search ? 'tab';
