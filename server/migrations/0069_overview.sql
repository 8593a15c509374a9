-- What needs attention is found without reading all that does not. Each is small: most rows are in none of them.
create index connected_account_broken on connected_account (project_id, updated_at desc)
  where status in ('FAILED', 'EXPIRED');
create index trigger_instance_errored on trigger_instance (project_id, updated_at desc) where status = 'errored';
create index knowledge_source_failed on knowledge_source (project_id, updated_at desc) where status = 'failed';
