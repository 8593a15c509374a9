create table run (
  project_id uuid not null,
  id uuid not null,
  external_user_id uuid not null,
  kind text not null,
  input jsonb not null,
  status text not null check (status in ('queued', 'running', 'waiting', 'succeeded', 'failed', 'cancelled')),
  output jsonb,
  error jsonb,
  -- Grows with every claim. Whoever writes with an older number has lost the run and writes nothing.
  attempt integer not null default 0,
  -- How often a worker was lost in the middle.
  losses integer not null default 0,
  -- The number of the last event, so that events are numbered without gaps.
  last_seq bigint not null default 0,
  worker_id uuid,
  lease_until timestamptz,
  -- When it is due; infinity while only a signal can wake it.
  run_at timestamptz not null,
  waiting_for text,
  -- A step whose next try is far enough away to lay the run aside.
  retry_step text,
  retry_tries integer not null default 0,
  cancel_requested_at timestamptz,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  primary key (project_id, id)
);
-- Led by the project, so that a claim can go from one project to the next without reading their queues.
create index run_due on run (project_id, kind, run_at, id) where status = 'queued';
create index run_asleep on run (run_at) where status = 'waiting';
create index run_leased on run (lease_until) where status = 'running';
create index run_busy on run (project_id, kind) where status = 'running';
create index run_waiting on run (project_id, waiting_for) where waiting_for is not null;
create index run_ended on run (ended_at) where ended_at is not null;
-- The default user, which has the id of the project, is never erased or merged.
create index run_user on run (project_id, external_user_id, id) where external_user_id <> project_id;

create table run_step (
  project_id uuid not null,
  run_id uuid not null,
  name text not null,
  -- The attempt that recorded it, and the earlier one that may have done it too.
  attempt integer not null,
  maybe_also_attempt integer,
  tries integer not null default 1,
  output jsonb,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  primary key (project_id, run_id, name),
  foreign key (project_id, run_id) references run (project_id, id) on delete cascade
);

-- What was signalled before anybody waited for it, and what a woken run has not read yet.
create table run_signal (
  project_id uuid not null,
  key text not null,
  payload jsonb not null,
  created_at timestamptz not null,
  primary key (project_id, key)
);

create table run_event (
  project_id uuid not null,
  run_id uuid not null,
  seq bigint not null,
  type text not null,
  data jsonb not null,
  created_at timestamptz not null,
  primary key (project_id, run_id, seq),
  foreign key (project_id, run_id) references run (project_id, id) on delete cascade
);
