create table run_schedule (
  project_id uuid not null,
  id uuid not null,
  external_user_id uuid not null,
  kind text not null,
  input jsonb not null,
  cron text not null,
  time_zone text not null,
  misfire text not null check (misfire in ('skip', 'once', 'all')),
  is_active boolean not null,
  starts_at timestamptz,
  ends_at timestamptz,
  -- The next slot; null while it is paused and after its last one.
  next_at timestamptz,
  -- The last slot that was started or passed over: neither it nor one before it comes again.
  last_slot_at timestamptz,
  last_run_id uuid,
  -- The slots that were passed over last: from the first of them up to, and without, the second time.
  skipped_from timestamptz,
  skipped_before timestamptz,
  -- Why the next slot could not be found; it is tried again.
  fault text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id)
);
-- Not led by the project: whoever fires looks for the earliest of all of them.
create index run_schedule_due on run_schedule (next_at, id) where next_at is not null;
