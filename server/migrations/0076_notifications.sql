-- Which notifications an account has read. Notifications themselves are no rows: they are what is broken or waits.
create table notification_read (
  project_id uuid not null references project (id) on delete cascade,
  account_id uuid not null references account (id) on delete cascade,
  key text not null,
  primary key (project_id, account_id, key)
);
create index notification_read_account on notification_read (account_id);
