-- Every call of a model. It is written before the model is asked and ended in the transaction that pays for it.
create table llm_call (
  project_id uuid not null,
  id uuid not null,
  external_user_id uuid not null,
  api_key_id uuid,
  request_id text not null,
  kind text not null check (kind in ('chat', 'generate', 'embedding')),
  status text not null check (status in ('running', 'succeeded', 'failed', 'cancelled', 'forgotten')),
  model_asked text not null,
  -- Null until a model has answered.
  model_served text,
  provider text not null,
  is_streamed boolean not null,
  finish_reason text,
  prompt_tokens integer not null default 0,
  cached_tokens integer not null default 0,
  cache_creation_tokens integer not null default 0,
  completion_tokens integer not null default 0,
  reasoning_tokens integer not null default 0,
  -- The provider told no usage, or its end was not seen: tokens were counted here.
  is_estimated boolean not null default false,
  -- No price is known for the model, so it cost nothing.
  is_unpriced boolean not null default false,
  held_micro bigint not null,
  used_micro bigint not null default 0,
  usd_cost numeric not null default 0,
  first_token_ms integer,
  total_ms integer,
  attempts jsonb not null default '[]',
  error_code text,
  error_message text,
  metadata jsonb not null default '{}',
  -- Null where the project keeps no payloads, and once it is forgotten: then the row stays for the ledger alone.
  prompt jsonb,
  answer jsonb,
  keeps_payloads boolean not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  -- Who works on it; a row that is not kept alive belongs to a process that died.
  node_id uuid not null,
  alive_until timestamptz not null,
  primary key (project_id, id)
);
create index llm_call_created on llm_call (project_id, created_at desc, id desc) where status <> 'forgotten';
create index llm_call_of_user on llm_call (project_id, external_user_id, id);
create index llm_call_running on llm_call (alive_until) where status = 'running';
create index llm_call_node on llm_call (node_id) where status = 'running';
create index llm_call_ended on llm_call (project_id, ended_at) where status <> 'forgotten';

-- Providers as a project set them up. Keys are sealed: only their last characters may ever be shown.
create table llm_provider (
  project_id uuid not null references project (id) on delete cascade,
  name text not null,
  kind text not null,
  base_url text,
  options jsonb not null default '{}',
  keys_sealed text,
  key_ends jsonb not null default '[]',
  is_enabled boolean not null default true,
  keys_updated_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, name)
);

-- A price that was promised, with the credits for it held. The call that uses it takes over its id, so it is used once.
create table llm_quote (
  project_id uuid not null,
  id uuid not null,
  external_user_id uuid not null,
  model text not null,
  ceiling_micro bigint not null,
  status text not null check (status in ('open', 'used', 'expired')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (project_id, id)
);
create index llm_quote_open on llm_quote (expires_at) where status = 'open';
create index llm_quote_of_user on llm_quote (project_id, external_user_id, id);

-- Models that a provider of the project said it has and that the catalogue does not know.
create table llm_model (
  project_id uuid not null references project (id) on delete cascade,
  model_id text not null,
  provider text not null,
  name text not null,
  synced_at timestamptz not null,
  primary key (project_id, model_id)
);

-- Pictures, films, speech and transcripts that are asked for. Each is made by the run of the same id.
create table llm_media_job (
  project_id uuid not null,
  id uuid not null,
  external_user_id uuid not null,
  api_key_id uuid,
  request_id text not null,
  kind text not null check (kind in ('image', 'video', 'tts', 'stt')),
  status text not null check (status in ('queued', 'running', 'succeeded', 'failed', 'cancelled', 'forgotten')),
  model text not null,
  provider text not null,
  -- What was asked; emptied at the end where the project keeps no payloads.
  input jsonb not null,
  keeps_payloads boolean not null,
  held_micro bigint not null,
  used_micro bigint not null default 0,
  usd_cost numeric not null default 0,
  -- In the unit by which the model is paid: pictures, seconds, characters, minutes.
  units numeric not null default 0,
  is_estimated boolean not null default false,
  is_unpriced boolean not null,
  file_ids uuid[] not null default '{}',
  -- The transcript and what belongs to it.
  result jsonb,
  error_code text,
  error_message text,
  metadata jsonb not null default '{}',
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  primary key (project_id, id)
);
create index llm_media_job_created on llm_media_job (project_id, created_at desc, id desc) where status <> 'forgotten';
create index llm_media_job_of_user on llm_media_job (project_id, external_user_id, id);
create index llm_media_job_open on llm_media_job (created_at) where status in ('queued', 'running');
create index llm_media_job_ended on llm_media_job (project_id, ended_at) where status <> 'forgotten';
