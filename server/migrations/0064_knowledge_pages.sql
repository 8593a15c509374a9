-- Pages that were read of a source the last time, and what reading it has cost since it was added.
alter table knowledge_source
  add column page_count integer not null default 0,
  add column used_micro bigint not null default 0;
