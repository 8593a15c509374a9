-- An MCP server offers resources (texts and files under URIs) and prompts beside its tools.
create table mcp_content (
  project_id uuid not null,
  id uuid not null,
  server_id uuid not null,
  kind text not null check (kind in ('resource', 'prompt')),
  -- Clients request it by this: the URI of a resource, the name of a prompt.
  key text not null,
  name text not null,
  title text,
  description text not null,
  -- Lists show these: media type, arguments.
  facts json not null,
  -- The text, or the messages. Null for a file.
  body json,
  file_id uuid,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  constraint mcp_content_key unique (project_id, server_id, kind, key),
  check ((body is null) <> (file_id is null)),
  foreign key (project_id, server_id) references mcp_server (project_id, id) on delete cascade
);
