-- A generation of a collection is everything that is built from its sources with one model, one chunking and one language. One of them is
-- searched; another one is built beside it and takes its place in one transaction.
alter table knowledge_collection add column generation integer not null default 1;

alter table knowledge_source
  -- Revisions that generations build; above those that ingestion counts, so that neither waits for the other.
  add column last_built_revision integer not null default 100000000,
  -- Whether its chunk settings are its own: those of the collection do not replace them.
  add column has_own_chunking boolean not null default false;

create table knowledge_generation (
  project_id uuid not null,
  collection_id uuid not null,
  no integer not null,
  status text not null,
  embedding_model text not null,
  chunk_size integer not null,
  chunk_overlap integer not null,
  language text not null,
  -- The weight that the collection had for it, while another one is searched.
  fusion_weight real,
  switch_mode text not null,
  progress real not null default 0,
  lost_edits integer not null default 0,
  comparison jsonb,
  error jsonb,
  run_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  switched_at timestamptz,
  kept_until timestamptz,
  primary key (project_id, collection_id, no),
  foreign key (project_id, collection_id) references knowledge_collection (project_id, id) on delete cascade
);
-- One at a time is built or waits to be used.
create unique index knowledge_generation_open on knowledge_generation (project_id, collection_id)
  where status in ('building', 'ready', 'held');
create index knowledge_generation_kept on knowledge_generation (kept_until)
  where status in ('ready', 'held', 'failed', 'previous');

insert into knowledge_generation (project_id, collection_id, no, status, embedding_model, chunk_size, chunk_overlap, language,
                                  switch_mode, progress, created_at, updated_at, switched_at)
select project_id, id, 1, 'live', embedding_model, chunk_size, chunk_overlap, language, 'when_ready', 1, created_at, created_at,
       created_at
from knowledge_collection;

-- The revisions of a generation that is not the live one. It fits a source while both have the same version of its content.
create table knowledge_generation_source (
  project_id uuid not null,
  collection_id uuid not null,
  generation integer not null,
  source_no integer not null,
  revision integer not null,
  source_version bigint not null,
  is_chunked boolean not null default false,
  is_complete boolean not null default false,
  chunk_size integer not null,
  chunk_overlap integer not null,
  chunk_count integer not null default 0,
  token_count integer not null default 0,
  lost_edits integer not null default 0,
  language text,
  primary key (project_id, collection_id, generation, source_no),
  foreign key (project_id, collection_id, generation)
    references knowledge_generation (project_id, collection_id, no) on delete cascade,
  foreign key (project_id, collection_id, source_no)
    references knowledge_source (project_id, collection_id, no) on delete cascade
);
create index knowledge_generation_source_revision
  on knowledge_generation_source (project_id, collection_id, source_no, revision);
