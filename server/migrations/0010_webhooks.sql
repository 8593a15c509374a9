-- Where a project wants to be told what happens in it.
create table webhook (
  project_id uuid not null references project (id) on delete cascade,
  id uuid not null,
  url text not null,
  description text,
  -- Types and patterns such as run.*; none at all means every type.
  event_types text[] not null default '{}',
  is_active boolean not null default true,
  -- Set when the server switched it off, not when a person did.
  disabled_reason text,
  -- Sealed. The one before is honoured until its time, so that a receiver can change without a gap.
  secret text not null,
  old_secret text,
  old_secret_until timestamptz,
  last_delivery_at timestamptz,
  last_status text check (last_status in ('delivered', 'failed')),
  last_status_code integer,
  consecutive_failures integer not null default 0,
  -- The first failure since the last success.
  failing_since timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id)
)
-- Room for the figures of the last delivery, which are written with every one of them.
with (fillfactor = 80);
create index webhook_created on webhook (project_id, created_at, id);

-- One event on its way to one webhook.
create table webhook_delivery (
  project_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  external_user_id uuid not null,
  is_test boolean not null default false,
  -- What is sent, byte for byte, so that every try sends the same.
  body text not null,
  status text not null check (status in ('pending', 'delivered', 'failed')),
  -- Grows with every redelivery; a run of an earlier round has nothing more to do.
  round integer not null default 1,
  run_id uuid,
  -- Only so many deliveries of a webhook are sent at once: this one waits for its turn, or has it.
  turn text check (turn in ('waiting', 'held')),
  turn_asked_at timestamptz,
  turn_key text,
  attempt_count integer not null default 0,
  last_status_code integer,
  last_error text,
  next_attempt_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (project_id, id),
  -- Whatever goes wrong, an event comes to a webhook under one delivery.
  unique (project_id, webhook_id, event_id),
  foreign key (project_id, webhook_id) references webhook (project_id, id) on delete cascade
);
create index webhook_delivery_created on webhook_delivery (project_id, webhook_id, created_at, id);
create index webhook_delivery_turn on webhook_delivery (project_id, webhook_id, turn, turn_asked_at)
  where turn is not null;
create index webhook_delivery_pending on webhook_delivery (project_id, run_id) where status = 'pending';
create index webhook_delivery_ended on webhook_delivery (project_id, ended_at) where status <> 'pending';
create index webhook_delivery_user on webhook_delivery (project_id, external_user_id);

-- One request of a delivery, and what came of it.
create table webhook_attempt (
  project_id uuid not null,
  delivery_id uuid not null,
  number integer not null,
  url text not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  status_code integer,
  error_code text,
  error text,
  response_excerpt text,
  primary key (project_id, delivery_id, number),
  foreign key (project_id, delivery_id) references webhook_delivery (project_id, id) on delete cascade
);
