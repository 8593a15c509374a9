-- Toolkits whose tools are those of another MCP server.
create table mcp_toolkit (
  project_id uuid not null,
  toolkit_id uuid not null,
  url text not null,
  -- How the server was reached when it was imported.
  transport text not null check (transport in ('http', 'sse')),
  -- Sealed; null where none are sent.
  headers text,
  primary key (project_id, toolkit_id),
  foreign key (project_id, toolkit_id) references toolkit (project_id, id) on delete cascade
);

-- Its tools as they were approved.
create table mcp_tool (
  project_id uuid not null,
  slug text not null,
  toolkit_id uuid not null,
  id uuid not null,
  name text not null,
  remote_name text not null,
  entry jsonb not null,
  input_schema json not null,
  -- Of everything that the server says about it.
  sha256 text not null,
  primary key (project_id, slug),
  foreign key (project_id, toolkit_id) references mcp_toolkit (project_id, toolkit_id) on delete cascade
);
create index mcp_tool_of_toolkit on mcp_tool (project_id, toolkit_id, slug);
create unique index mcp_tool_id on mcp_tool (project_id, id);
