-- How many invocations events of a project asked for in a minute: those above the limit are not started.
create table trigger_event_rate (
  project_id uuid primary key references project on delete cascade,
  minute timestamptz not null,
  requested bigint not null
);

-- Events that matched a trigger and were not started, per minute and cause. The log has the first of them only: a flood of events must not
-- become a flood of rows.
create table trigger_event_gap (
  project_id uuid not null,
  trigger_id uuid not null,
  minute timestamptz not null,
  cause text not null,
  events integer not null,
  primary key (project_id, trigger_id, minute, cause),
  foreign key (project_id, trigger_id) references trigger_instance (project_id, id) on delete cascade
);
