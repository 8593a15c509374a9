-- Workflows and agents: one object, of which every edit is a version. Executions name their version, so that no edit
-- touches what runs.
create table workflow (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  external_user_id uuid not null,
  name text not null,
  description text not null default '',
  type text not null,
  -- The newest version, and the one that production executions use; null while it is not active.
  version integer not null default 1,
  active_version integer,
  -- Whether the newest version had no problems when it was saved.
  is_ready boolean not null default false,
  is_public boolean not null default false,
  triggers json not null default '[]',
  provenance json,
  cloned_from_id uuid,
  cloned_from_version integer,
  -- How many stored executions must give the same result before a version can be activated.
  required_replays integer not null default 0,
  -- The tools of the newest version, as they were found when it was saved.
  tools json not null default '[]',
  -- The workflows and agents that nodes of the active version use.
  uses uuid[] not null default '{}',
  revision integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  foreign key (project_id, external_user_id) references external_user (project_id, id)
);
create index workflow_by_user on workflow (project_id, external_user_id, created_at);

create table workflow_version (
  project_id uuid not null,
  workflow_id uuid not null,
  version integer not null,
  -- {graph, agent}
  definition json not null,
  size_bytes integer not null,
  hash text not null,
  note text not null default '',
  created_at timestamptz not null,
  created_by json,
  primary key (project_id, workflow_id, version),
  foreign key (project_id, workflow_id) references workflow on delete cascade
);

-- Which account or auth config the tools of a toolkit use in a workflow.
create table workflow_binding (
  project_id uuid not null,
  workflow_id uuid not null,
  toolkit_slug text not null,
  connected_account_id text,
  auth_config_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  id uuid not null,
  primary key (project_id, workflow_id, toolkit_slug),
  foreign key (project_id, workflow_id) references workflow on delete cascade
);

-- One execution is one run, under the same id. It outlives its workflow. No index has a column that changes: what is
-- open is found by the indexes of run.
create table workflow_execution (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  external_user_id uuid not null,
  workflow_id uuid not null,
  workflow_name text not null,
  version integer not null,
  type text not null,
  mode text not null,
  thread_id text not null,
  trigger_id uuid,
  -- Of a subflow that runs by itself, a retry, a replay.
  parent_id uuid,
  retry_of uuid,
  replay_of uuid,
  input json not null,
  metadata json,
  created_at timestamptz not null,
  -- Null while it is open: then the run has it.
  status text,
  output json,
  error json,
  -- {completedNodes, failedNodes, errors, totalNodes}
  summary json,
  credits_micro bigint not null default 0,
  ended_at timestamptz,
  primary key (project_id, id),
  foreign key (project_id, external_user_id) references external_user (project_id, id)
);
create index workflow_execution_newest on workflow_execution (project_id, created_at desc, id desc);
create index workflow_execution_of_workflow on workflow_execution (project_id, workflow_id, created_at desc, id desc);
create index workflow_execution_of_thread on workflow_execution (project_id, thread_id, created_at desc);
create index workflow_execution_of_user on workflow_execution (project_id, external_user_id, created_at);

-- Where an execution waits for a person: a human_wait node, or a step of which it is not known whether it was done.
create table workflow_pause (
  project_id uuid not null,
  id uuid not null,
  execution_id uuid not null,
  external_user_id uuid not null,
  kind text not null,
  node_id text not null,
  step text not null,
  request json not null,
  assignee text,
  expires_at timestamptz,
  on_timeout text,
  answer json,
  answered_by json,
  answered_at timestamptz,
  created_at timestamptz not null,
  primary key (project_id, id),
  foreign key (project_id, execution_id) references workflow_execution on delete cascade
);
create index workflow_pause_of_execution on workflow_pause (project_id, execution_id);
create index workflow_pause_open on workflow_pause (project_id, created_at) where answered_at is null;
