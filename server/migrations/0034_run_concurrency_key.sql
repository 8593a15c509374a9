-- Runs that share a limit within their kind name it in their input, as `concurrencyKey`: executions of one workflow. Empty
-- where there is none.
alter table run add column concurrency_key text not null generated always as (coalesce(input ->> 'concurrencyKey', '')) stored;

-- Claims go from key to key, so that a long queue of one costs the others nothing.
drop index run_due;
create index run_due on run (project_id, kind, concurrency_key, run_at, id) where status = 'queued';

create function run_at_work_under(project uuid, of_kind text, key text) returns bigint language plpgsql volatile as $$
begin
  return (select count(*) from run
          where project_id = project and kind = of_kind and status = 'running' and concurrency_key = key);
end $$;
