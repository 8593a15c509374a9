-- Amounts are whole millionths of a credit, so that sums are exact. Those of one row stay under four billion credits:
-- up to there a number of JavaScript shows six decimals without rounding.

-- The ledger. Rows are only ever added.
create table usage_entry (
  project_id uuid not null,
  id uuid not null,
  -- What is paid for; null for grants and adjustments.
  work_id text,
  type text not null,
  entry_type text not null check (entry_type in ('debit', 'credit')),
  status text not null check (status in ('settled', 'released')),
  delta_micro bigint not null check (abs(delta_micro) <= 4000000000000000),
  -- What counts as used. A grant is none, and giving back what somebody used is less than none.
  used_micro bigint not null,
  -- Null while the project's balance is unlimited.
  balance_after_micro bigint check (balance_after_micro >= 0),
  usd_cost numeric(24, 12) not null default 0,
  -- No foreign keys below: these tables stand above this one, and entries outlive what they name.
  external_user_id uuid,
  workflow_id uuid,
  execution_id uuid,
  thread_id text,
  run_id uuid,
  tool_slug text,
  model_id text,
  api_key_id uuid,
  quantity jsonb not null default '{}',
  price_ref text,
  metadata jsonb not null default '{}',
  created_at timestamptz not null,
  primary key (project_id, id)
);
create index usage_entry_time on usage_entry (project_id, created_at, id);
create index usage_entry_user_time on usage_entry (project_id, external_user_id, created_at) include (used_micro);
-- Work is paid for once. It may be released before, when a try of it was given up. One index finds the entries of work
-- and keeps a second payment out: what is settled has the same last part, what is released one of its own.
create unique index usage_entry_work on usage_entry
  (project_id, work_id, (case when status = 'settled' then project_id else id end)) where work_id is not null;
create index usage_entry_execution on usage_entry (project_id, execution_id) where execution_id is not null;
create index usage_entry_thread on usage_entry (project_id, thread_id) where thread_id is not null;
create index usage_entry_workflow on usage_entry (project_id, workflow_id, created_at) where workflow_id is not null;
create index usage_entry_key on usage_entry (project_id, api_key_id, created_at) where api_key_id is not null;

create function refuse_change_of_usage() returns trigger language plpgsql as $$
begin
  raise exception 'entries of the ledger are never changed or removed: add one that corrects them';
end $$;
create trigger usage_entry_stays before update or delete or truncate on usage_entry
  for each statement execute function refuse_change_of_usage();

-- A project without a row has an unlimited balance.
create table usage_balance (
  project_id uuid primary key,
  balance_micro bigint not null,
  held_micro bigint not null default 0 check (held_micro >= 0),
  low_at_micro bigint not null default 0,
  -- The event that told of a low balance; gone as soon as credits come in that lift it.
  low_event_id uuid,
  monthly_grant_micro bigint,
  renews_at timestamptz,
  updated_at timestamptz not null,
  -- Nobody can spend what is not there, whatever the program above believes.
  check (balance_micro >= held_micro and balance_micro <= 4000000000000000)
) with (fillfactor = 50);
create index usage_balance_renewal on usage_balance (renews_at) where renews_at is not null;

create table usage_hold (
  project_id uuid not null,
  work_id text not null,
  id uuid not null,
  type text not null,
  held_micro bigint not null check (held_micro >= 0),
  -- Whether it is part of the balance's held amount; not so when the balance was unlimited.
  is_on_balance boolean not null,
  -- The counters of caps that hold it too, pair by pair.
  cap_ids uuid[] not null,
  cap_periods timestamptz[] not null,
  external_user_id uuid not null,
  workflow_id uuid,
  execution_id uuid,
  thread_id text,
  run_id uuid,
  tool_slug text,
  model_id text,
  api_key_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (project_id, work_id)
);
create index usage_hold_expiry on usage_hold (project_id, expires_at);

create table usage_cap (
  project_id uuid not null,
  id uuid not null,
  scope text not null check (scope in ('project', 'key', 'external_user', 'workflow', 'thread')),
  -- Empty for the project itself.
  scope_id text not null,
  period text not null check (period in ('day', 'month', 'total')),
  limit_micro bigint not null check (limit_micro >= 0),
  action text not null check (action in ('block', 'warn', 'approve')),
  -- Where it is set: here, or with the key or the project as its monthly cap.
  origin text not null check (origin in ('cap', 'key', 'project')),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  unique (project_id, scope, scope_id, period, action, origin)
);

create table usage_cap_counter (
  project_id uuid not null,
  cap_id uuid not null,
  period_start timestamptz not null,
  used_micro bigint not null default 0,
  held_micro bigint not null default 0,
  -- What was approved on top for this period.
  extra_micro bigint not null default 0,
  told_at timestamptz,
  primary key (project_id, cap_id, period_start),
  foreign key (project_id, cap_id) references usage_cap (project_id, id) on delete cascade
) with (fillfactor = 50);

create table usage_cap_request (
  project_id uuid not null,
  id uuid not null,
  cap_id uuid not null,
  period_start timestamptz not null,
  status text not null check (status in ('pending', 'approved', 'refused')),
  external_user_id uuid,
  needed_micro bigint not null,
  available_micro bigint not null,
  granted_micro bigint,
  reason text,
  created_at timestamptz not null,
  decided_at timestamptz,
  primary key (project_id, id),
  foreign key (project_id, cap_id) references usage_cap (project_id, id) on delete cascade
);
create unique index usage_cap_request_pending on usage_cap_request (project_id, cap_id, period_start)
  where status = 'pending';

-- Entries that the sums below do not hold yet: whoever reads adds both, in one statement. A queue has no rows that all
-- writers want, which sums kept up to date at once would have.
create table usage_unrolled (
  project_id uuid not null,
  id uuid not null,
  external_user_id uuid,
  type text not null,
  tool_slug text not null,
  model_id text not null,
  used_micro bigint not null,
  usd_cost numeric(24, 12) not null,
  created_at timestamptz not null,
  primary key (project_id, id)
);
create index usage_unrolled_user on usage_unrolled (project_id, external_user_id);

create table usage_day (
  project_id uuid not null,
  day date not null,
  type text not null,
  tool_slug text not null,
  model_id text not null,
  used_micro bigint not null,
  usd_cost numeric(24, 12) not null,
  entries bigint not null,
  primary key (project_id, day, type, tool_slug, model_id)
);

create table usage_user_day (
  project_id uuid not null,
  external_user_id uuid not null,
  day date not null,
  used_micro bigint not null,
  primary key (project_id, day, external_user_id) include (used_micro)
);
create index usage_user_day_user on usage_user_day (project_id, external_user_id, day) include (used_micro);

create table usage_user_month (
  project_id uuid not null,
  external_user_id uuid not null,
  month date not null,
  used_micro bigint not null,
  primary key (project_id, month, external_user_id) include (used_micro)
);
create index usage_user_month_user on usage_user_month (project_id, external_user_id, month) include (used_micro);

create table usage_user_total (
  project_id uuid not null,
  external_user_id uuid not null,
  used_micro bigint not null,
  primary key (project_id, external_user_id) include (used_micro)
);
