-- What people store of the dashboard under a name: views of tables, presets and conversations of the playground.
create table saved_item (
  project_id uuid not null references project (id) on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('table_view', 'playground_preset', 'playground_conversation')),
  name text not null,
  -- The table of a view, which goes with it.
  collection_id uuid,
  -- Who may see it; null for everyone in the project.
  account_id uuid references account (id) on delete cascade,
  data jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  foreign key (project_id, collection_id) references collection (project_id, id) on delete cascade
);
create index saved_item_list on saved_item (project_id, kind, updated_at desc, id desc);
create index saved_item_collection on saved_item (project_id, collection_id);
create index saved_item_account on saved_item (account_id);
