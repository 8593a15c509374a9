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

-- Each kind of run, and when a worker that knows it was last there.
create table run_kind (
  kind text primary key,
  seen_at timestamptz not null
);

-- By project and kind, as they are kept for different times; the first of each is its oldest.
drop index run_ended;
create index run_ended on run (project_id, kind, ended_at) where ended_at is not null;
create index run_signal_age on run_signal (created_at);

-- How many more runs of a project may be at work, of the kinds that share their places. The first one to ask for a project has it until its transaction ends;
-- for others there is no room. A function of its own, because it must see what was committed while the statement that
-- calls it was under way: counting in that statement would overlook what the one before has just claimed.
create function run_room(project uuid, pool text, of_kinds text[], most integer) returns bigint language plpgsql volatile as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended(project::text || pool, 7)) then
    return 0;
  end if;
  return greatest(0, most - (
    select count(*) from run where project_id = project and kind = any(of_kinds) and status = 'running'));
end $$;

create function run_at_work(project uuid, of_kind text) returns bigint language plpgsql volatile as $$
begin
  return (select count(*) from run where project_id = project and kind = of_kind and status = 'running');
end $$;

-- The last attempt that was broken off in the middle: what it was doing may be done again. Null once an attempt has come
-- to a place behind it.
alter table run add column interrupted_attempt integer;
