-- Chat tokens: bound to one agent, for the browsers of end users.
alter table external_user_token
  add column agent_id uuid,
  add column can_approve boolean not null default false;

-- Every preflight from another origin looks for a project that allows it.
create index project_allowed_origins on project using gin ((settings->'allowedOrigins'));

-- Agents with a page for anonymous visitors, and what those may use.
create table agent_share (
  project_id uuid not null,
  workflow_id uuid not null,
  is_enabled boolean not null,
  messages_per_visitor integer not null,
  credits_per_day_micro bigint not null,
  updated_at timestamptz not null,
  primary key (project_id, workflow_id),
  foreign key (project_id, workflow_id) references workflow (project_id, id) on delete cascade
);
-- Pages are found by the agent alone.
create index agent_share_workflow on agent_share (workflow_id);
