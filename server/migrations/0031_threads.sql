-- Conversations. A thread is a list of entries that only grows; what a reader sees is the fold of the entries on the path
-- to its head. An edit of the past is a branch, which is one row.
create table thread (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  external_user_id uuid not null,
  -- The agent that answers; null until the first run names one.
  workflow_id uuid,
  metadata jsonb not null default '{}',
  -- idle, busy, interrupted or error.
  status text not null default 'idle',
  -- Who answers: agent or human.
  reply_mode text not null default 'agent',
  -- The id of the empty state before the first entry.
  root_id uuid not null,
  head_branch integer not null default 0,
  head_place integer not null default 0,
  -- The milliseconds in the id of the newest entry: ids grow with the entries, whatever the clocks of the nodes say.
  head_ms bigint not null,
  last_branch integer not null default 0,
  message_count integer not null default 0,
  last_message_at timestamptz,
  credits_micro bigint not null default 0,
  -- The run that writes to it.
  current_execution_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  foreign key (project_id, external_user_id) references external_user (project_id, id)
) with (fillfactor = 80);
-- No index has a column that changes with every message.
create index thread_of_user on thread (project_id, external_user_id, created_at desc);

create table thread_branch (
  project_id uuid not null,
  thread_id uuid not null,
  branch integer not null,
  parent_branch integer not null,
  -- The last entry of the parent that the branch has too.
  parent_place integer not null,
  created_at timestamptz not null,
  primary key (project_id, thread_id, branch),
  foreign key (project_id, thread_id) references thread on delete cascade
);

create table thread_entry (
  project_id uuid not null,
  thread_id uuid not null,
  branch integer not null,
  -- Counted on from the place at which the branch begins.
  place integer not null,
  -- Also the id of the state after it.
  id uuid not null,
  -- append, replace, remove or summary.
  kind text not null,
  message_id text,
  role text not null,
  message json,
  execution_id uuid,
  -- Where text from outside came from; null for what is trusted.
  taint text,
  tokens integer,
  created_at timestamptz not null,
  primary key (project_id, thread_id, branch, place),
  foreign key (project_id, thread_id) references thread on delete cascade
);

-- Runs of a thread that have not ended: the active one, and those that wait for it.
create table thread_run (
  project_id uuid not null,
  thread_id uuid not null,
  execution_id uuid not null,
  position bigint generated always as identity,
  is_active boolean not null,
  -- The head of the thread when the run became active, to which a rollback returns.
  base_branch integer,
  base_place integer,
  created_at timestamptz not null,
  primary key (project_id, thread_id, execution_id),
  foreign key (project_id, thread_id) references thread on delete cascade
);

create table thread_feedback (
  project_id uuid not null,
  thread_id uuid not null,
  message_id text not null,
  external_user_id uuid not null,
  score double precision,
  comment text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, thread_id, message_id, external_user_id),
  foreign key (project_id, thread_id) references thread on delete cascade,
  foreign key (project_id, external_user_id) references external_user (project_id, id)
);
create index thread_feedback_of_user on thread_feedback (project_id, external_user_id);
