-- MCP servers of a project: which tools a client sees, and how.
create table mcp_server (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  name text not null,
  description text not null,
  mode text not null check (mode in ('NORMAL', 'META')),
  selected_tools text[] not null,
  has_whitelist boolean not null,
  is_public boolean not null,
  config jsonb not null,
  connection_callback_url text,
  -- Toolkit slug → id of the auth config whose accounts its tools use.
  auth_configs jsonb not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  unique (project_id, name)
);
-- Public servers are found by their id alone.
create unique index mcp_server_id on mcp_server (id);

-- What clients called: one row for each request that did something.
create table mcp_call (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  -- Null for the default server.
  server_id uuid,
  external_user_id uuid not null,
  method text not null,
  -- The tool, resource or prompt.
  target text,
  client_name text,
  client_version text,
  protocol_version text,
  is_success boolean not null,
  error text,
  -- The execution of the tool.
  log_id uuid,
  duration_ms integer not null,
  created_at timestamptz not null,
  primary key (project_id, id),
  foreign key (project_id, external_user_id) references external_user (project_id, id),
  foreign key (project_id, server_id) references mcp_server (project_id, id) on delete cascade
);
create index mcp_call_of_server on mcp_call (project_id, server_id, created_at desc, id desc);
create index mcp_call_of_user on mcp_call (project_id, external_user_id, id);
