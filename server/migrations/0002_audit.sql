create table audit_entry (
  project_id uuid not null,
  id uuid not null,
  -- What acted: key, session, end-user-token or system, with its id.
  actor_kind text not null,
  actor_id uuid,
  account_id uuid,
  action text not null,
  target_type text not null,
  target_id text not null,
  details jsonb not null default '{}',
  ip text not null,
  request_id text not null,
  created_at timestamptz not null,
  primary key (project_id, id)
);
create index audit_entry_time on audit_entry (project_id, created_at desc, id desc);
