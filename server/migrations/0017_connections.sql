-- How a project is known to an outside service: its client, its scopes, its rules. Secrets are sealed for their row.
create table auth_config (
  project_id uuid not null references project (id) on delete cascade,
  id uuid not null,
  name text not null,
  display_name text,
  toolkit_slug text not null,
  auth_scheme text not null,
  is_provider_managed boolean not null,
  scopes jsonb not null default '[]',
  credentials text not null,
  -- What may be shown of them: per field its last characters and since when it stands.
  credential_facts jsonb not null,
  -- A pair that waits for its first success, and the one it will have replaced, honoured until then.
  next_credentials text,
  next_facts jsonb,
  previous_credentials text,
  previous_until timestamptz,
  restrict_to_tools jsonb not null default '[]',
  creation_tools jsonb not null default '[]',
  allowed_callback_urls jsonb not null default '[]',
  is_disabled boolean not null default false,
  last_test jsonb,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  unique (project_id, name)
);
create index auth_config_toolkit on auth_config (project_id, toolkit_slug, created_at);
create index auth_config_created on auth_config (project_id, created_at, id);

-- An account of an end user at an outside service.
create table connected_account (
  project_id uuid not null,
  id uuid not null,
  external_user_id uuid not null,
  auth_config_id uuid not null,
  toolkit_slug text not null,
  auth_scheme text not null,
  display_name text,
  labels jsonb not null default '[]',
  status text not null check (status in ('INITIALIZING', 'INITIATED', 'ACTIVE', 'EXPIRED', 'FAILED')),
  status_reason text,
  is_disabled boolean not null default false,
  -- Until when somebody may still consent; what is read after it counts as expired.
  consent_until timestamptz,
  scopes_granted jsonb not null default '[]',
  identity jsonb,
  credentials text,
  credential_facts jsonb not null default '{}',
  -- Counts the credentials, so that whoever was refused with old ones is given the new ones instead of asking for more.
  credentials_version integer not null default 0,
  is_renewable boolean not null default false,
  expires_at timestamptz,
  refresh_after timestamptz,
  last_refreshed_at timestamptz,
  last_used_at timestamptz,
  last_error jsonb,
  permanent_failures integer not null default 0,
  -- Whoever renews the credentials at this moment; nobody else may until the time is over.
  refresh_holder uuid,
  refresh_held_until timestamptz,
  -- When it first worked; only such accounts are counted.
  connected_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  foreign key (project_id, auth_config_id) references auth_config (project_id, id),
  -- Does not cascade: an account is erased together with the grant behind it.
  foreign key (project_id, external_user_id) references external_user (project_id, id)
);
create index connected_account_user on connected_account (project_id, external_user_id, toolkit_slug, created_at);
create index connected_account_config on connected_account (project_id, auth_config_id, created_at);
create index connected_account_created on connected_account (project_id, created_at, id);
create index connected_account_due on connected_account (refresh_after)
  where status = 'ACTIVE' and is_renewable and refresh_after is not null;
create index connected_account_waiting on connected_account (consent_until) where connected_at is null;
create index connected_account_ending on connected_account (expires_at) where status = 'ACTIVE' and not is_renewable;

-- One invitation to connect an account, and the one way to the service and back that is open for it.
create table connection_link (
  project_id uuid not null,
  id uuid not null,
  token_hash text not null unique,
  connected_account_id uuid not null,
  callback_url text,
  -- Fields of the connection that were given with the link.
  connection_data text,
  expires_at timestamptz not null,
  used_at timestamptz,
  state_hash text unique,
  state_expires_at timestamptz,
  -- Only the browser that went to the service may come back from it.
  browser_hash text,
  -- The verifier and what else the exchange needs, sealed.
  attempt text,
  created_at timestamptz not null,
  primary key (project_id, id),
  foreign key (project_id, connected_account_id) references connected_account (project_id, id) on delete cascade
);
create index connection_link_account on connection_link (project_id, connected_account_id);
create index connection_link_expiry on connection_link (expires_at);

-- What became of the grant behind an account that was deleted. What was granted is kept, sealed, until it is taken back.
create table connection_revocation (
  project_id uuid not null references project (id) on delete cascade,
  connected_account_id uuid not null,
  external_user_id uuid,
  toolkit_slug text not null,
  status text not null check (status in ('pending', 'revoked', 'failed', 'unsupported')),
  grant_sealed text,
  tries integer not null default 0,
  last_error text,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (project_id, connected_account_id)
);
create index connection_revocation_user on connection_revocation (project_id, external_user_id);

-- The grants of the demonstration service, which stands inside the product.
create table demo_grant (
  project_id uuid not null references project (id) on delete cascade,
  id uuid not null,
  username text not null,
  scopes jsonb not null,
  code_hash text,
  code_challenge text,
  redirect_uri text not null,
  code_expires_at timestamptz not null,
  access_hash text,
  access_expires_at timestamptz,
  refresh_hash text,
  -- The refresh token before this one: whoever shows it has stolen it, or lost ours.
  spent_refresh_hash text,
  revoked_at timestamptz,
  created_at timestamptz not null,
  primary key (project_id, id)
);
create unique index demo_grant_code on demo_grant (project_id, code_hash);
create unique index demo_grant_access on demo_grant (project_id, access_hash);
create unique index demo_grant_refresh on demo_grant (project_id, refresh_hash);
create index demo_grant_created on demo_grant (created_at);
