-- The project's own toolkits: made by hand, or from an API description. What the product ships stands in no table.
create table toolkit (
  project_id uuid not null references project (id) on delete cascade,
  id uuid not null,
  slug text not null,
  provider text not null check (provider in ('LOCAL', 'OPENAPI', 'MCP')),
  name text not null,
  description text not null,
  logo text,
  app_url text,
  categories text[] not null default '{}',
  -- How accounts prove themselves; what is secret is only named here.
  auth_schemes jsonb not null default '[]',
  no_auth boolean not null default false,
  base_url text,
  current_user_path text,
  version text not null,
  -- Newest first; the first is the one in force.
  available_versions text[] not null,
  popularity_score double precision not null default 0,
  -- Null means everywhere.
  regions text[],
  -- Where the description came from, to fetch it again; null when it was uploaded.
  source_url text,
  -- Which operations were taken, so that a later version takes the same.
  selection jsonb not null default '{}',
  tool_count integer not null default 0,
  described_at timestamptz,
  is_disabled boolean not null default false,
  -- A newer description of what the product ships: it lies over that until the project goes back.
  is_copy boolean not null default false,
  -- How often the origin is looked at for changes; null for never.
  drift_check text check (drift_check in ('hourly', 'daily', 'weekly')),
  checked_at timestamptz,
  -- Why the origin could not be read when it was last looked at.
  check_fault text,
  -- How the origin differs from the version in force, and since when that is known.
  drift jsonb,
  drifted_at timestamptz,
  revision integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id)
);
create unique index toolkit_slug on toolkit (project_id, slug);

-- What a project decided about a toolkit of the product. No table to refer to: it may leave a release and come back.
create table toolkit_setting (
  project_id uuid not null references project (id) on delete cascade,
  slug text not null,
  is_disabled boolean not null,
  -- The project's own words for it: name, description, logo, categories.
  overrides jsonb not null default '{}',
  revision integer not null,
  updated_at timestamptz not null,
  primary key (project_id, slug)
);

-- API descriptions as they were imported, one per version, compressed.
create table toolkit_document (
  project_id uuid not null,
  toolkit_id uuid not null,
  version text not null,
  content bytea not null,
  size_bytes integer not null,
  sha256 text not null,
  -- How it differs from the version before; null for the first.
  changes jsonb,
  tool_count integer not null,
  created_at timestamptz not null,
  primary key (project_id, toolkit_id, version),
  foreign key (project_id, toolkit_id) references toolkit (project_id, id) on delete cascade
);

-- The tools of the version in force, without their schemas, which are made from the document when they are asked for.
create table toolkit_tool (
  project_id uuid not null,
  slug text not null,
  toolkit_id uuid not null,
  id uuid not null,
  name text not null,
  entry jsonb not null,
  primary key (project_id, slug),
  foreign key (project_id, toolkit_id) references toolkit (project_id, id) on delete cascade
);
create index toolkit_tool_of_toolkit on toolkit_tool (project_id, toolkit_id, slug);
create unique index toolkit_tool_id on toolkit_tool (project_id, id);
