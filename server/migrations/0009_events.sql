-- What happened, written in the transaction in which it happened. The relay numbers the events of a project in the
-- order in which it finds them, so that a reader who has seen a number has seen everything before it.
create table event (
  project_id uuid not null,
  id uuid not null,
  seq bigint,
  type text not null,
  external_user_id uuid,
  data jsonb not null,
  created_at timestamptz not null,
  primary key (project_id, id)
);
create unique index event_seq on event (project_id, seq) where seq is not null;
create index event_unnumbered on event (id) where seq is null;
