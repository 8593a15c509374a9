-- What was known of another MCP server when it was last called.
alter table mcp_toolkit
  add column status text not null default 'unknown'
    check (status in ('unknown', 'healthy', 'auth_required', 'unreachable')),
  add column checked_at timestamptz;

-- Other MCP servers whose tools a server offers.
create table mcp_server_external (
  project_id uuid not null,
  server_id uuid not null,
  toolkit_id uuid not null,
  position integer not null,
  -- Names of tools at the other server; null for all.
  tools text[],
  primary key (project_id, server_id, toolkit_id),
  foreign key (project_id, server_id) references mcp_server (project_id, id) on delete cascade,
  foreign key (project_id, toolkit_id) references mcp_toolkit (project_id, toolkit_id) on delete cascade
);
create index mcp_server_external_of_toolkit on mcp_server_external (project_id, toolkit_id);
