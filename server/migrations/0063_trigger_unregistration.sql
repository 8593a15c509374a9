-- Webhooks at services that are to be removed although their trigger is gone, and perhaps its account and its owner: with
-- everything that this needs, sealed. The row is deleted when the service was called, whatever it said.
create table trigger_unregistration (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  trigger_id uuid not null,
  connected_account_id uuid,
  slug text not null,
  sealed text not null,
  created_at timestamptz not null,
  primary key (project_id, id)
);
create index trigger_unregistration_account on trigger_unregistration (project_id, connected_account_id);
