-- Questions of a collection with what a search must find.
create table knowledge_test (
  project_id uuid not null,
  collection_id uuid not null,
  id uuid not null,
  query text not null,
  source_key text,
  must_contain text,
  k integer not null,
  is_required boolean not null,
  origin text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, collection_id, id),
  foreign key (project_id, collection_id) references knowledge_collection (project_id, id) on delete cascade
);
-- The same question with the same answer is one test.
create unique index knowledge_test_same on knowledge_test
  (project_id, collection_id, md5(query || chr(1) || coalesce(source_key, '') || chr(1) || coalesce(must_contain, '')));

-- All tests asked once, of one generation.
create table knowledge_eval (
  project_id uuid not null,
  collection_id uuid not null,
  id uuid not null,
  run_id uuid,
  generation integer not null,
  embedding_model text not null,
  chunk_size integer not null,
  mode text not null,
  status text not null,
  test_count integer not null,
  done_count integer not null default 0,
  hit_count integer not null default 0,
  orphaned_count integer not null default 0,
  recall_at_1 real,
  recall_at_5 real,
  recall_at_10 real,
  mrr real,
  compared_with uuid,
  won integer,
  lost integer,
  error jsonb,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (project_id, collection_id, id),
  foreign key (project_id, collection_id) references knowledge_collection (project_id, id) on delete cascade
);
create index knowledge_eval_created on knowledge_eval (project_id, collection_id, created_at);

-- As the test was when it was asked: tests are changed and deleted, results stay.
create table knowledge_eval_result (
  project_id uuid not null,
  collection_id uuid not null,
  eval_id uuid not null,
  test_id uuid not null,
  position integer not null,
  query text not null,
  source_key text,
  must_contain text,
  k integer not null,
  is_required boolean not null,
  status text not null,
  rank integer,
  found jsonb not null,
  primary key (project_id, collection_id, eval_id, test_id),
  foreign key (project_id, collection_id, eval_id)
    references knowledge_eval (project_id, collection_id, id) on delete cascade
);
create index knowledge_eval_result_test on knowledge_eval_result (project_id, collection_id, test_id);
