create table account (
  id uuid primary key,
  -- Null until the person has used the set-up link.
  email text unique,
  password_hash text,
  name text not null,
  avatar_url text,
  locale text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table project_member (
  project_id uuid not null references project (id) on delete cascade,
  account_id uuid not null references account (id) on delete cascade,
  role text not null check (role in ('member', 'admin')),
  created_at timestamptz not null,
  primary key (project_id, account_id)
);
create index project_member_account on project_member (account_id);

create table account_session (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  token_hash text not null unique,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null
);
create index account_session_account on account_session (account_id);
create index account_session_expiry on account_session (expires_at);

create table setup_token (
  token_hash text primary key,
  account_id uuid not null references account (id) on delete cascade,
  expires_at timestamptz not null
);
