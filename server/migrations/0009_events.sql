-- What happened, written in the transaction in which it happened. The relay numbers the events of a project in the
-- order in which it finds them, so that a reader who has seen a number has seen everything before it.
create table event (
  project_id uuid not null,
  id uuid not null,
  -- Grows with every write. Whatever began after another event was committed stands behind it here, whichever node
  -- wrote it and whatever its clock said; gaps mean nothing.
  place bigint not null generated always as identity,
  seq bigint,
  type text not null,
  external_user_id uuid not null,
  data jsonb not null,
  created_at timestamptz not null,
  primary key (project_id, id)
);
create unique index event_seq on event (project_id, seq) where seq is not null;
-- Led by the project, so that the relay goes from one project to the next without reading their queues.
create index event_unnumbered on event (project_id, place) where seq is null;
create index event_age on event (project_id, created_at) where seq is not null;
create index event_user on event (project_id, external_user_id, place);

-- The last number of each project. Kept beside the events, because the last of them may be gone already; whoever numbers
-- holds the row.
create table event_counter (
  project_id uuid primary key,
  last_seq bigint not null
);
