-- MCP clients that a person let in: each may call one server, as one end user.
create table mcp_grant (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  external_user_id uuid not null,
  -- Null for the default server.
  server_id uuid,
  -- The key that approved it: its limits hold for the calls, and without it they end. Null when a signed-in person did.
  api_key_id uuid,
  client_id text not null,
  client_name text not null,
  redirect_uri text not null,
  scopes text[] not null,
  code_hash text not null,
  code_challenge text not null,
  code_expires_at timestamptz not null,
  -- Null until the code was exchanged.
  access_hash text,
  access_expires_at timestamptz,
  refresh_hash text,
  refresh_expires_at timestamptz,
  -- The refresh token before: shown again much later, it was stolen.
  spent_refresh_hash text,
  refreshed_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null,
  primary key (project_id, id),
  foreign key (project_id, external_user_id) references external_user (project_id, id),
  foreign key (project_id, server_id) references mcp_server (project_id, id) on delete cascade
);
create unique index mcp_grant_code on mcp_grant (code_hash);
create unique index mcp_grant_access on mcp_grant (access_hash);
create unique index mcp_grant_refresh on mcp_grant (refresh_hash);
create index mcp_grant_spent_refresh on mcp_grant (spent_refresh_hash);
create index mcp_grant_of_user on mcp_grant (project_id, external_user_id, id);
create index mcp_grant_of_server on mcp_grant (project_id, server_id, id);
