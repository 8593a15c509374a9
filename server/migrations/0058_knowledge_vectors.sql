-- What the text of a chunk means to an embedding model: half floats. Equal texts of a collection have equal hashes, so that none is
-- embedded twice.
create table knowledge_chunk_vector (
  project_id uuid not null,
  collection_id uuid not null,
  source_no integer not null,
  revision integer not null,
  ordinal integer not null,
  hash bytea not null,
  vector bytea not null,
  primary key (project_id, collection_id, source_no, revision, ordinal),
  foreign key (project_id, collection_id, source_no, revision, ordinal)
    references knowledge_chunk (project_id, collection_id, source_no, revision, ordinal) on delete cascade
);
alter table knowledge_chunk_vector alter column vector set storage external;
create index knowledge_chunk_vector_hash on knowledge_chunk_vector (project_id, collection_id, hash);

alter table knowledge_collection
  add column embedding_model text not null default 'local/use-lite',
  -- How much the vectors count; that of the model where it is null.
  add column fusion_weight real;
