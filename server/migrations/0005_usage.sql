create table usage_entry (
  project_id uuid not null,
  id uuid not null,
  -- No foreign key: the table of end users stands above this one, and entries outlive the user.
  external_user_id uuid not null,
  type text not null,
  -- Millionths of a credit, so that sums are exact.
  micro_credits bigint not null check (micro_credits >= 0),
  created_at timestamptz not null,
  primary key (project_id, id)
);
create index usage_entry_user_time on usage_entry (project_id, external_user_id, created_at) include (micro_credits);
