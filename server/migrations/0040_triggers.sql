-- What starts workflows and agents by itself. The schedule of a trigger is a row of run_schedule with the same id.
create table trigger_instance (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  external_user_id uuid not null,
  -- The scope of the caller that configured it: its executions act with it.
  scope jsonb not null,
  slug text not null,
  name text not null,
  workflow_id uuid,
  -- Null executes the active version.
  workflow_version integer,
  connected_account_id uuid,
  config jsonb not null,
  -- What was accepted under another generation is not started.
  generation integer not null default 1,
  -- active, disabled or errored.
  status text not null default 'active',
  status_reason text,
  last_success_at timestamptz,
  consecutive_failures integer not null default 0,
  revision integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  foreign key (project_id, external_user_id) references external_user (project_id, id),
  foreign key (project_id, workflow_id) references workflow (project_id, id) on delete cascade
);
-- By which an upsert finds the trigger again.
create unique index trigger_instance_key on trigger_instance (project_id, external_user_id, slug, name,
  coalesce(workflow_id, project_id), coalesce(connected_account_id, project_id));
create index trigger_instance_of_workflow on trigger_instance (project_id, workflow_id);
create index trigger_instance_of_account on trigger_instance (project_id, connected_account_id)
  where connected_account_id is not null;

create table trigger_invocation (
  project_id uuid not null,
  id uuid not null,
  trigger_id uuid not null,
  external_user_id uuid not null,
  generation integer not null,
  source text not null,
  -- queued, starting, running, completed, failed, dropped or cancelled.
  status text not null default 'queued',
  is_test boolean not null default false,
  -- The time of a schedule for which it is.
  slot_at timestamptz,
  execution_id uuid,
  replay_of uuid,
  payload json,
  error json,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  primary key (project_id, id),
  foreign key (project_id, trigger_id) references trigger_instance (project_id, id) on delete cascade
);
create index trigger_invocation_of_trigger on trigger_invocation (project_id, trigger_id, created_at desc, id desc);
create index trigger_invocation_log on trigger_invocation (project_id, created_at desc, id desc);
create index trigger_invocation_open on trigger_invocation (project_id, trigger_id, created_at, id)
  where status in ('queued', 'starting', 'running');
create unique index trigger_invocation_execution on trigger_invocation (project_id, execution_id)
  where execution_id is not null;
