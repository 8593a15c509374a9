create extension if not exists pg_trgm;

create table external_user (
  project_id uuid not null references project (id) on delete cascade,
  id uuid not null,
  -- Letters, digits and . _ @ - only. Compared byte by byte they sort alike on every server, and searching them takes
  -- two thirds of the time.
  name text collate "C" not null,
  source text not null check (source in ('project_default', 'username', 'embed_visitor', 'trigger_thread', 'project_runtime')),
  is_active boolean not null default true,
  metadata jsonb not null default '{}',
  channel text generated always as (metadata ->> 'channel') stored,
  profile_summary text,
  avatar_url text,
  -- Where the picture behind avatar_url was fetched from.
  avatar_source_url text,
  verified_email text,
  verified_phone text,
  identity_sources text[] not null default '{}',
  added_by_workflow_ids uuid[] not null default '{}',
  last_seen_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  -- The id lets a search be answered from the index alone.
  constraint external_user_name unique (project_id, name) include (id)
)
-- Room for last_seen_at, which is written once a minute for each who is there: a write on the same page spares the
-- indexes. For the same reason it has none of its own.
with (fillfactor = 90);
create index external_user_created on external_user (project_id, created_at, id);
create index external_user_name_trgm on external_user using gin (name gin_trgm_ops);

-- Counts that belong to areas above; they keep them up to date in their own transactions.
create table external_user_stats (
  project_id uuid not null,
  external_user_id uuid not null,
  agent_count integer not null default 0,
  workflow_count integer not null default 0,
  knowledge_storage_kb numeric(20, 3) not null default 0,
  database_storage_kb numeric(20, 3) not null default 0,
  storage_used_kb numeric(20, 3) not null default 0,
  connection_count integer not null default 0,
  primary key (project_id, external_user_id),
  foreign key (project_id, external_user_id) references external_user (project_id, id) on delete cascade
) with (fillfactor = 90);

-- Names of users that were merged into another one; they go on working.
create table external_user_alias (
  project_id uuid not null,
  name text not null,
  external_user_id uuid not null,
  created_at timestamptz not null,
  primary key (project_id, name),
  foreign key (project_id, external_user_id) references external_user (project_id, id) on delete cascade
);
create index external_user_alias_user on external_user_alias (project_id, external_user_id);

create table external_user_token (
  project_id uuid not null,
  id uuid not null,
  external_user_id uuid not null,
  hash text not null unique,
  scopes text[] not null default '{}',
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (project_id, id),
  foreign key (project_id, external_user_id) references external_user (project_id, id) on delete cascade
);
create index external_user_token_user on external_user_token (project_id, external_user_id);
create index external_user_token_expiry on external_user_token (expires_at);

create table deletion_receipt (
  project_id uuid not null references project (id) on delete cascade,
  id uuid not null,
  receipt jsonb not null,
  signature text not null,
  created_at timestamptz not null,
  primary key (project_id, id)
);
