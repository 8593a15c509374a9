-- What a schedule was from a time on, so that the times at which it should have run are known afterwards.
create table trigger_plan (
  project_id uuid not null,
  trigger_id uuid not null,
  from_at timestamptz not null,
  expression text not null,
  time_zone text not null,
  -- Why it did not run from then on; null while it was active.
  cause text,
  primary key (project_id, trigger_id, from_at),
  foreign key (project_id, trigger_id) references trigger_instance (project_id, id) on delete cascade
);

-- Times in which no trigger of the project started anything.
create table trigger_pause (
  project_id uuid not null references project on delete cascade,
  paused_at timestamptz not null,
  resumed_at timestamptz,
  reason text not null,
  primary key (project_id, paused_at)
);
create unique index trigger_pause_open on trigger_pause (project_id) where resumed_at is null;

create index trigger_invocation_slot on trigger_invocation (project_id, trigger_id, slot_at)
  where slot_at is not null;

-- The time of the schedule for which it was last reported that nothing was started.
alter table trigger_instance add column overdue_at timestamptz;
