-- Set when a project is deleted: nobody reaches it any more, and what it has is removed in the background, its row last.
alter table project add column deleted_at timestamptz;
create index project_deleted on project (deleted_at) where deleted_at is not null;

-- The ledger goes with its project alone, by the one statement that says so.
create or replace function refuse_change_of_usage() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('stoa.erases_project', true) = 'on' then
    return null;
  end if;
  raise exception 'entries of the ledger are never changed or removed: add one that corrects them';
end
$$;
