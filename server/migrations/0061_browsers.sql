-- A browser session. It lives in processes of one node; when that node dies, it has ended.
create table browser_session (
  project_id uuid not null,
  id uuid not null,
  external_user_id uuid not null,
  status text not null
    check (status in ('pending', 'running', 'handoff', 'completed', 'timed_out', 'error', 'forgotten')),
  driver text not null check (driver in ('chromium', 'http')),
  control text not null default 'agent' check (control in ('agent', 'human')),
  -- What it was created with and does not change: viewport, locale, time zone, hosts.
  options jsonb not null,
  thread_id text,
  profile_id uuid,
  persist_profile boolean not null,
  keep_alive boolean not null,
  timeout_sec integer not null,
  idle_timeout_sec integer not null,
  url text,
  title text,
  pages jsonb not null default '[]',
  event_count integer not null default 0,
  held_micro bigint not null,
  used_micro bigint not null default 0,
  node_id uuid not null,
  alive_until timestamptz not null,
  created_at timestamptz not null,
  started_at timestamptz,
  last_activity_at timestamptz not null,
  expires_at timestamptz,
  ended_at timestamptz,
  ended_reason text,
  error text,
  primary key (project_id, id)
);
create index browser_session_of_user on browser_session (project_id, external_user_id, created_at, id);
create index browser_session_created on browser_session (project_id, created_at, id);
create index browser_session_open on browser_session (node_id) where status in ('pending', 'running', 'handoff');
create index browser_session_ended on browser_session (ended_at) where ended_at is not null;
-- A profile is open in one session at a time.
create unique index browser_session_of_profile on browser_session (project_id, profile_id)
  where status in ('pending', 'running', 'handoff') and profile_id is not null;

-- What happened in a session, in its order.
create table browser_event (
  project_id uuid not null,
  session_id uuid not null,
  number integer not null,
  type text not null,
  data jsonb not null,
  created_at timestamptz not null,
  primary key (project_id, session_id, number),
  foreign key (project_id, session_id) references browser_session (project_id, id) on delete cascade
);

-- Cookies and storage of an end user, sealed, for sessions to begin with.
create table browser_profile (
  project_id uuid not null,
  id uuid not null,
  external_user_id uuid not null,
  name text not null,
  state_sealed text,
  cookie_count integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_used_at timestamptz,
  primary key (project_id, id),
  foreign key (project_id, external_user_id) references external_user (project_id, id)
);
create unique index browser_profile_name on browser_profile (project_id, external_user_id, name);

-- A human is requested to take over, and gives back.
create table browser_handoff (
  project_id uuid not null,
  id uuid not null,
  external_user_id uuid not null,
  session_id uuid not null,
  status text not null check (status in ('requested', 'done', 'expired')),
  reason text not null,
  note text,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (project_id, id),
  foreign key (project_id, session_id) references browser_session (project_id, id) on delete cascade
);
create unique index browser_handoff_open on browser_handoff (project_id, session_id) where status = 'requested';
