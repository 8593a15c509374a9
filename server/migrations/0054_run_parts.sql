-- Steps and events are inserted in the statement that inserts or holds the row of their run: a foreign key checked again for
-- each of them what that statement has made sure of, a third of what a short run cost the database. They go with the run
-- as before, whichever way it is deleted.
alter table run_step drop constraint run_step_project_id_run_id_fkey;
alter table run_event drop constraint run_event_project_id_run_id_fkey;

create function delete_run_parts() returns trigger language plpgsql as $$
begin
  delete from run_step s using gone where s.project_id = gone.project_id and s.run_id = gone.id;
  delete from run_event e using gone where e.project_id = gone.project_id and e.run_id = gone.id;
  return null;
end
$$;
create trigger run_deleted after delete on run referencing old table as gone
  for each statement execute function delete_run_parts();
