-- Facts that agents remember about an end user, each with where it came from.
create table agent_memory (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  external_user_id uuid not null,
  -- The agent that remembers it.
  workflow_id uuid not null,
  text text not null,
  -- {kind: user | agent, executionId, threadId}
  source json not null,
  created_at timestamptz not null,
  primary key (project_id, id),
  foreign key (project_id, external_user_id) references external_user (project_id, id)
);
create index agent_memory_of_user on agent_memory (project_id, external_user_id, workflow_id, created_at);
