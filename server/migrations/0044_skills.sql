-- Skills in the library of a project: written in it, or installed from a catalogue under the id that they have there.
create table skill (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  slug text not null,
  name text not null,
  category text,
  tags text[] not null,
  suggested_tools text[] not null,
  -- custom | registry | platform
  source text not null,
  -- Where it was installed from; null for one of the project's own.
  origin json,
  is_public boolean not null,
  is_active boolean not null,
  -- The version that agents use.
  version integer not null,
  -- Of a skill with an origin: pinned | update_available | removed_upstream
  state text not null,
  revision integer not null,
  creator_account_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  unique (project_id, slug)
);
-- A catalogue skill has the same id in every project.
create index skill_by_id on skill (id);
create index skill_public on skill (created_at) where is_public and origin is null;

-- Never changed after they were written.
create table skill_version (
  project_id uuid not null,
  skill_id uuid not null,
  number integer not null,
  label text not null,
  description text not null,
  instructions text not null,
  -- license, compatibility, metadata, allowedTools
  front_matter json not null,
  -- What it names: tools, urls, commands, writes, secrets, scripts, hiddenText
  surface json not null,
  tree_hash text not null,
  commit_sha text,
  -- False while a human has to approve what it adds to the surface.
  is_approved boolean not null,
  created_by json not null,
  created_at timestamptz not null,
  primary key (project_id, skill_id, number),
  unique (project_id, skill_id, label),
  foreign key (project_id, skill_id) references skill (project_id, id) on delete cascade
);

-- The bytes of packaged files, once for each content of a project.
create table skill_content (
  project_id uuid not null references project on delete cascade,
  sha256 text not null,
  size_bytes integer not null,
  content bytea not null,
  -- When it was last stored: what no version has is deleted a day later.
  stored_at timestamptz not null,
  primary key (project_id, sha256)
);

create table skill_file (
  project_id uuid not null,
  skill_id uuid not null,
  number integer not null,
  path text not null,
  sha256 text not null,
  size_bytes integer not null,
  content_type text not null,
  primary key (project_id, skill_id, number, path),
  foreign key (project_id, skill_id, number) references skill_version (project_id, skill_id, number) on delete cascade,
  foreign key (project_id, sha256) references skill_content (project_id, sha256)
);
create index skill_file_content on skill_file (project_id, sha256);
