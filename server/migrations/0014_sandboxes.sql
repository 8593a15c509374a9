-- A session. Its interpreters and files live in processes of one node at a time, the holder; what counts is the last save.
create table sandbox_session (
  project_id uuid not null,
  id uuid not null,
  external_user_id uuid not null,
  thread_id text not null,
  workflow_id uuid,
  template_id text not null,
  status text not null check (status in ('running', 'paused', 'ended')),
  on_timeout text not null check (on_timeout in ('pause', 'kill')),
  idle_timeout_sec integer not null,
  max_duration_sec integer not null,
  allowed_hosts jsonb not null default '[]',
  -- Values are sealed: only their names may ever be shown.
  env_names jsonb not null default '[]',
  env_sealed text,
  metadata jsonb not null default '{}',
  execution_count integer not null default 0,
  used_micro bigint not null default 0,
  created_at timestamptz not null,
  last_activity_at timestamptz not null,
  -- Null while it is paused: then no clock runs.
  expires_at timestamptz,
  paused_at timestamptz,
  ended_at timestamptz,
  ended_reason text,
  -- The run that watches its clocks; any other that is left over does nothing.
  watch_run_id uuid,
  holder uuid,
  held_until timestamptz,
  -- Counts holders: a node whose interpreters are of an older hold must not go on with them.
  hold_number bigint not null default 0,
  is_dirty boolean not null default false,
  is_loss_untold boolean not null default false,
  state_blob_id uuid,
  -- Being written; whoever finds it here without its writer gives it up.
  incoming_blob_id uuid,
  primary key (project_id, id),
  -- Does not cascade: what was saved must be given up together with the session.
  foreign key (project_id, external_user_id) references external_user (project_id, id)
);
create index sandbox_session_of_user on sandbox_session (project_id, external_user_id, created_at, id);
create unique index sandbox_session_of_thread on sandbox_session (project_id, external_user_id, thread_id)
  where status <> 'ended';
create index sandbox_session_created on sandbox_session (project_id, created_at, id);
create index sandbox_session_paused on sandbox_session (paused_at) where status = 'paused';
create index sandbox_session_ended on sandbox_session (ended_at) where status = 'ended';
create index sandbox_session_holder on sandbox_session (holder) where holder is not null;

-- Every script that was run, with what it takes to run it again and to tell whether it comes out the same.
create table sandbox_execution (
  project_id uuid not null,
  id uuid not null,
  external_user_id uuid not null,
  session_id uuid,
  rerun_of uuid,
  status text not null check (status in ('running', 'succeeded', 'failed', 'refused', 'forgotten')),
  language text not null,
  -- Null where the project keeps no payloads, and once it is forgotten: then the row stays for the ledger alone.
  source text,
  source_sha256 text not null,
  state text,
  state_sha256 text not null,
  timeout_ms integer not null,
  allowed_hosts jsonb not null,
  env_names jsonb not null,
  keeps_payloads boolean not null,
  engine text,
  result text,
  error text,
  error_code text,
  trace text,
  stdout text,
  stderr text,
  truncated jsonb,
  output_sha256 text,
  requests jsonb,
  state_lost boolean not null default false,
  duration_ms integer,
  queued_ms integer,
  used_micro bigint not null default 0,
  created_at timestamptz not null,
  ended_at timestamptz,
  -- Who runs it; a row that is not kept alive belongs to a process that died.
  node_id uuid not null,
  alive_until timestamptz not null,
  primary key (project_id, id)
);
create index sandbox_execution_of_session on sandbox_execution (project_id, session_id, id) where session_id is not null;
create index sandbox_execution_of_user on sandbox_execution (project_id, external_user_id, id);
create index sandbox_execution_running on sandbox_execution (alive_until) where status = 'running';
create index sandbox_execution_node on sandbox_execution (node_id) where status = 'running';
create index sandbox_execution_ended on sandbox_execution (project_id, ended_at) where status <> 'forgotten';
