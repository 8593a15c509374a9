-- A row of trigger_creation is what is about to be registered at a service, with the URL that it gets: a server that is killed before it has
-- stored the trigger leaves it, and the next attempt uses the same URL.
alter table trigger_creation
  add column slug text,
  add column token text,
  add column token_hash text;

alter table trigger_instance
  -- Since when a registration at the service is under way whose result is not stored; null while none is.
  add column registering_at timestamptz,
  -- When a registration was repeated of which no result was known: the service may have the webhook twice.
  add column registration_uncertain_at timestamptz;

-- URLs that services may still call although nothing is behind them: they get 410, upon which most remove the webhook.
create table trigger_dead_hook (
  token_hash text primary key,
  project_id uuid not null references project on delete cascade,
  created_at timestamptz not null
);
create index trigger_dead_hook_of_project on trigger_dead_hook (project_id, created_at);

-- Renewals belong to the project, so that one in flight does not end unseen when the owner of the trigger is erased.
update run_schedule set external_user_id = project_id where kind = 'trigger.renew';
