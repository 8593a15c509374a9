-- Every call of a model. It is written before the model is asked and ended in the transaction that pays for it.
create table llm_call (
  project_id uuid not null,
  id uuid not null,
  external_user_id uuid not null,
  api_key_id uuid,
  request_id text not null,
  kind text not null check (kind in ('chat', 'generate', 'embedding')),
  status text not null check (status in ('running', 'succeeded', 'failed', 'cancelled')),
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
  is_forgotten boolean not null default false,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (project_id, id)
  -- Room for the end of each call beside its beginning, and no index on anything that changes in between, be it only as
  -- its condition: so the end touches no index.
) with (fillfactor = 50);
create index llm_call_created on llm_call (project_id, created_at desc, id desc) where not is_forgotten;
create index llm_call_of_user on llm_call (project_id, external_user_id, id);

-- The calls that run: few and short-lived. Who works on each and how far it has come; one that is not kept alive belongs
-- to a process that died.
create table llm_call_open (
  project_id uuid not null,
  id uuid not null,
  node_id uuid not null,
  alive_until timestamptz not null,
  prompt_tokens integer not null default 0,
  completion_tokens integer not null default 0,
  -- Whom the ledger charges it to, where no hold says so.
  subject jsonb not null,
  primary key (project_id, id)
) with (fillfactor = 50);

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
  -- What the provider called the order that it took, and by which key, while it is waited for: whoever goes on after a
  -- process died asks for it instead of ordering, and paying, once more.
  vendor_order jsonb,
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

-- Another one with every change of what a project decided about calls, whoever makes it: a call that was planned with
-- what was read before begins only if this is still the same.
create table llm_settings_mark (
  project_id uuid primary key references project (id) on delete cascade,
  mark uuid not null
) with (fillfactor = 50);

create function mark_llm_settings_of_project() returns trigger language plpgsql as $$
begin
  insert into llm_settings_mark (project_id, mark) values (new.id, gen_random_uuid())
  on conflict (project_id) do update set mark = excluded.mark;
  return null;
end $$;
create trigger project_made_for_llm after insert on project
  for each row execute function mark_llm_settings_of_project();
create trigger project_settings_for_llm after update of settings on project
  for each row when (old.settings is distinct from new.settings) execute function mark_llm_settings_of_project();

create function mark_llm_settings() returns trigger language plpgsql as $$
begin
  -- A project that is removed takes its mark along, before or after its settings.
  update llm_settings_mark set mark = gen_random_uuid() where project_id = coalesce(new.project_id, old.project_id);
  return null;
end $$;
create trigger model_setting_marked after insert or update or delete on model_setting
  for each row execute function mark_llm_settings();
create trigger llm_provider_marked after insert or update or delete on llm_provider
  for each row execute function mark_llm_settings();
create trigger llm_model_marked after insert or update or delete on llm_model
  for each row execute function mark_llm_settings();
