-- Tools that a project made itself. What the product ships stands in no table.
create table tool (
  project_id uuid not null references project (id) on delete cascade,
  id uuid not null,
  slug text not null,
  -- Slugs differ by more than their case.
  slug_key text not null,
  toolkit_slug text not null,
  name text not null,
  description text not null,
  instructions text not null,
  type text not null check (type in ('action', 'poll', 'webhook')),
  no_auth boolean not null,
  scopes text[] not null,
  tags text[] not null,
  is_important boolean not null,
  popularity_score double precision not null,
  is_deprecated boolean not null,
  is_disabled boolean not null,
  version text not null,
  -- Newest first; those that stand in tool_version can be run.
  available_versions text[] not null,
  trigger_thread_key text,
  -- Millionths of a credit for a successful execution; null is the listed price.
  price_micro bigint,
  hints jsonb not null,
  -- Not jsonb, which would forget in which order the properties stand.
  input_parameters json not null,
  output_parameters json not null,
  -- What runs it: a script or a request; null when it only describes something.
  implementation json,
  content_hash text not null,
  token_count integer not null,
  revision integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id)
);
create unique index tool_slug on tool (project_id, slug_key);
create index tool_of_toolkit on tool (project_id, toolkit_slug, slug_key);

-- Every version of a tool as it was last saved under that name, so that a pinned one runs as it was pinned.
create table tool_version (
  project_id uuid not null,
  tool_id uuid not null,
  version text not null,
  name text not null,
  description text not null,
  instructions text not null,
  is_deprecated boolean not null,
  hints jsonb not null,
  input_parameters json not null,
  output_parameters json not null,
  implementation json,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, tool_id, version),
  foreign key (project_id, tool_id) references tool (project_id, id) on delete cascade
);

-- What a project decided about a tool that it did not make.
create table tool_setting (
  project_id uuid not null references project (id) on delete cascade,
  slug text not null,
  is_disabled boolean not null default false,
  price_micro bigint,
  updated_at timestamptz not null,
  primary key (project_id, slug)
);

-- Every execution, from before it starts.
create table tool_execution (
  project_id uuid not null,
  id uuid not null,
  external_user_id uuid not null,
  tool_slug text not null,
  toolkit_slug text not null,
  version text not null,
  kind text not null check (kind in ('action', 'trigger')),
  -- Forgotten ones have nothing left but what the ledger needs.
  status text not null check (status in ('running', 'succeeded', 'failed', 'forgotten')),
  error_code text,
  error text,
  upstream_status integer,
  connected_account_id uuid,
  workflow_id uuid,
  run_id uuid,
  thread_id text,
  mcp_server_id uuid,
  -- Secrets are cut out by value. Null where the project keeps no payloads.
  arguments text,
  result text,
  keeps_payloads boolean not null,
  is_truncated boolean not null default false,
  file_id uuid,
  tries integer not null default 0,
  duration_ms integer,
  held_micro bigint not null,
  charged_micro bigint not null default 0,
  created_at timestamptz not null,
  ended_at timestamptz,
  -- Longer than it may take: one that runs beyond it belongs to a process that died.
  alive_until timestamptz not null,
  primary key (project_id, id)
);
create index tool_execution_of_user on tool_execution (project_id, external_user_id, created_at, id);
create index tool_execution_created on tool_execution (project_id, created_at, id);
create index tool_execution_of_tool on tool_execution (project_id, tool_slug, created_at, id);
create index tool_execution_running on tool_execution (alive_until) where status = 'running';
create index tool_execution_at_work on tool_execution (project_id) where status = 'running';
create index tool_execution_ended on tool_execution (project_id, ended_at) where status <> 'forgotten';

-- Questions to people that a tool asked.
create table tool_question (
  project_id uuid not null,
  id uuid not null,
  external_user_id uuid not null,
  -- The execution that asked. It may be forgotten before the question is, so nothing ties them together.
  execution_id uuid,
  question text not null,
  options json not null,
  context json not null,
  status text not null check (status in ('waiting', 'answered', 'cancelled')),
  answer json,
  answered_by text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz,
  primary key (project_id, id),
  foreign key (project_id, external_user_id) references external_user (project_id, id)
);
create index tool_question_of_user on tool_question (project_id, external_user_id, id);
create index tool_question_waiting on tool_question (project_id, id) where status = 'waiting';
