-- What polls have covered: each row is a time up to a poll. Neighbouring polls with the same result share a row.
create table trigger_window (
  project_id uuid not null,
  trigger_id uuid not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  -- The error of polls that failed; null for those that succeeded.
  cause text,
  -- When a poll that succeeded covered it: failed ones are covered by the next that succeeds.
  covered_at timestamptz,
  polls integer not null default 1,
  primary key (project_id, trigger_id, from_at),
  foreign key (project_id, trigger_id) references trigger_instance (project_id, id) on delete cascade
);

-- Triggers that are polled have plans from now on, as schedules do.
insert into trigger_plan (project_id, trigger_id, from_at, expression, time_zone, cause)
select project_id, id, now(),
  case (config->>'intervalMin')::int when 60 then '0 * * * *' else '*/' || (config->>'intervalMin') || ' * * * *' end,
  'UTC', case when status = 'active' then null else coalesce(status_reason, status) end
from trigger_instance where config ? 'intervalMin' and slug not in ('cron', 'webhook', 'event')
on conflict do nothing;
