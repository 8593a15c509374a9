-- Executions that were kept as examples of how a tool behaves, to be held against how it behaves later.
create table tool_fixture (
  project_id uuid not null,
  id uuid not null,
  external_user_id uuid not null,
  tool_slug text not null,
  name text not null,
  version text not null,
  log_id uuid not null,
  connected_account_id uuid,
  arguments text not null,
  -- Whether it succeeded, with what, and else with which code.
  outcome text not null,
  -- Places of the result that are different every time.
  ignored_paths text[] not null,
  last_verdict text check (last_verdict in ('same', 'changed', 'failed')),
  last_replayed_at timestamptz,
  created_at timestamptz not null,
  primary key (project_id, id),
  foreign key (project_id, external_user_id) references external_user (project_id, id)
);
create index tool_fixture_of_user on tool_fixture (project_id, external_user_id, id);
create index tool_fixture_of_tool on tool_fixture (project_id, tool_slug, id);
