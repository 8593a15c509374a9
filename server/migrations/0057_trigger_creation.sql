-- Triggers whose webhook is being registered at a service, before they are stored: a second request for the same one would
-- register it there twice. A server that is killed meanwhile leaves its row until the time is over.
create table trigger_creation (
  project_id uuid not null references project on delete cascade,
  id uuid not null,
  until timestamptz not null,
  primary key (project_id, id)
);
