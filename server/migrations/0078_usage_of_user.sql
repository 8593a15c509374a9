-- The timeline of an end user has the entries of the ledger that belong to no run, call or tool execution. Most entries
-- do, and are not read for it.
create index usage_entry_user_other on usage_entry (project_id, external_user_id, created_at)
  where type not in ('ai_model', 'tool', 'workflow');
