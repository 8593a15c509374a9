-- Collections of knowledge belong to an end user. What a search can find has a version of its own: every node compares it with
-- that of the index that it holds in memory.
create table knowledge_collection (
  project_id uuid not null references project (id) on delete cascade,
  id uuid not null,
  external_user_id uuid not null,
  name text not null,
  description text not null,
  language text not null,
  chunk_size integer not null,
  chunk_overlap integer not null,
  is_exposed_via_mcp boolean not null,
  content_version bigint not null default 0,
  next_source_no integer not null default 1,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (project_id, id)
);
create unique index knowledge_collection_name on knowledge_collection (project_id, external_user_id, lower(name))
  where deleted_at is null;

-- A source has revisions: the live one is searched until the next one is complete.
create table knowledge_source (
  project_id uuid not null,
  collection_id uuid not null,
  no integer not null,
  key text not null,
  kind text not null,
  title text not null,
  origin jsonb not null,
  metadata jsonb not null,
  language text,
  status text not null,
  progress real not null default 0,
  error jsonb,
  content_hash text,
  size_bytes bigint not null default 0,
  chunk_size integer not null,
  chunk_overlap integer not null,
  chunk_count integer not null default 0,
  token_count integer not null default 0,
  live_revision integer,
  last_revision integer not null default 0,
  changed_version bigint not null default 0,
  has_dead_rows boolean not null default false,
  run_id uuid,
  text_blob text,
  next_blob text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  indexed_at timestamptz,
  primary key (project_id, collection_id, no),
  unique (project_id, collection_id, key),
  foreign key (project_id, collection_id) references knowledge_collection (project_id, id) on delete cascade
);
create index knowledge_source_metadata on knowledge_source using gin (metadata jsonb_path_ops);
create index knowledge_source_dead_rows on knowledge_source (indexed_at) where has_dead_rows;

create table knowledge_chunk (
  project_id uuid not null,
  collection_id uuid not null,
  source_no integer not null,
  revision integer not null,
  ordinal integer not null,
  text text not null,
  path text[] not null,
  start_at integer not null,
  end_at integer not null,
  page integer,
  token_count integer not null,
  is_off boolean not null default false,
  is_edited boolean not null default false,
  primary key (project_id, collection_id, source_no, revision, ordinal),
  foreign key (project_id, collection_id, source_no)
    references knowledge_source (project_id, collection_id, no) on delete cascade
);

-- What chunks are found by, in a table of its own: to load an index no text is read. `terms` has `term:count` by spaces.
create table knowledge_chunk_terms (
  project_id uuid not null,
  collection_id uuid not null,
  source_no integer not null,
  revision integer not null,
  ordinal integer not null,
  length integer not null,
  terms text not null,
  primary key (project_id, collection_id, source_no, revision, ordinal),
  foreign key (project_id, collection_id, source_no, revision, ordinal)
    references knowledge_chunk (project_id, collection_id, source_no, revision, ordinal) on delete cascade
);
