create table project (
  id uuid primary key,
  name text not null,
  slug text not null unique,
  settings jsonb not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table api_key (
  project_id uuid not null references project (id) on delete cascade,
  id uuid not null,
  account_id uuid,
  name text not null,
  -- Only the hash of a key is kept; prefix and suffix let a person recognise it.
  hash text not null unique,
  prefix text not null,
  suffix text not null,
  role text not null check (role in ('member', 'admin')),
  scopes text[] not null default '{}',
  allowed_ips text[] not null default '{}',
  monthly_credit_cap numeric(20, 6),
  -- While a rotated key's old value is still accepted.
  old_hash text unique,
  old_hash_until timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id)
);
