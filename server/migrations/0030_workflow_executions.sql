-- What the sums of executions do not hold yet: readers add both, in one statement. Each execution adds a row when it
-- starts and one when it ends; no row of the sums is wanted by all who execute.
create table workflow_execution_unrolled (
  project_id uuid not null references project on delete cascade,
  execution_id uuid not null,
  is_end boolean not null,
  workflow_id uuid not null,
  mode text not null,
  -- When the execution was started, also for its end: a sum by day counts both under the day of the start.
  created_at timestamptz not null,
  started integer not null,
  -- completed, failed, timeout or cancelled; null while it is open.
  status text,
  duration_ms bigint,
  credits_micro bigint,
  primary key (project_id, execution_id, is_end)
);
create index workflow_execution_unrolled_of_workflow on workflow_execution_unrolled (project_id, workflow_id);

create table workflow_execution_day (
  project_id uuid not null,
  workflow_id uuid not null,
  day date not null,
  mode text not null,
  started bigint not null,
  completed bigint not null,
  failed bigint not null,
  timeout bigint not null,
  cancelled bigint not null,
  duration_ms bigint not null,
  min_duration_ms bigint,
  max_duration_ms bigint,
  credits_micro bigint not null,
  min_credits_micro bigint,
  max_credits_micro bigint,
  primary key (project_id, workflow_id, day, mode),
  foreign key (project_id, workflow_id) references workflow on delete cascade
);

create table workflow_execution_total (
  project_id uuid not null,
  workflow_id uuid not null,
  mode text not null,
  started bigint not null,
  completed bigint not null,
  failed bigint not null,
  last_at timestamptz not null,
  primary key (project_id, workflow_id, mode),
  foreign key (project_id, workflow_id) references workflow on delete cascade
);

-- Executions that are stored as tests of their workflow: what was recorded is kept beyond the retention of the project.
create table workflow_eval (
  project_id uuid not null,
  id uuid not null,
  workflow_id uuid not null,
  external_user_id uuid not null,
  name text not null,
  execution_id uuid not null,
  version integer not null,
  input json not null,
  output json,
  -- The recorded steps, as JSON that is compressed with zstd.
  recording bytea not null,
  checks json not null default '[]',
  created_at timestamptz not null,
  created_by json,
  primary key (project_id, id),
  foreign key (project_id, workflow_id) references workflow on delete cascade,
  foreign key (project_id, external_user_id) references external_user (project_id, id)
);
create unique index workflow_eval_of_execution on workflow_eval (project_id, workflow_id, execution_id);
create index workflow_eval_of_user on workflow_eval (project_id, external_user_id);

-- Whether inputs and outputs are stored beyond the end of the execution, as its project had chosen when it started.
alter table workflow_execution add column keeps_payloads boolean not null default true;

-- Executions that wait are found by project, as those that are queued or at work are.
create index run_waiting_of_kind on run (project_id, kind, id) where status = 'waiting';
-- The tools that a workflow used.
create index tool_execution_of_workflow on tool_execution (project_id, workflow_id, created_at) where workflow_id is not null;
