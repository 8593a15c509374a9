-- Divides runs, their steps and their logs by month, so that old ones are dropped with their month instead of row by row.
-- Run it once, with no node running; it checks the bounds of existing rows and copies none. Then, every month:
--   select stoa_add_run_months('2027-06-01');
--   drop table run_2026_11, run_step_2026_11, run_event_2026_11;
-- Ids of runs begin with their time (UUID version 7), so the primary keys stay as they are. Migrations work on: what is added
-- to a table is added to its months.
begin;

-- The smallest id of that time.
create function stoa_first_id(at timestamptz) returns uuid language sql immutable as $$
  select (rpad(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0'), 32, '0'))::uuid
$$;

-- Adds the months that are missing, up to the one that begins on this day. Rows of a time that has no month are in `run_other`.
create function stoa_add_run_months(until date) returns void language plpgsql as $$
declare
  part record;
  month timestamptz;
begin
  for part in select * from (values ('run', 'id'), ('run_step', 'run_id'), ('run_event', 'run_id')) as t (name, key) loop
    month := date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' + interval '1 month';
    while month <= until::timestamp at time zone 'UTC' loop
      execute format('create table if not exists %I partition of %I for values from (%L) to (%L)',
        part.name || to_char(month at time zone 'UTC', '_YYYY_MM'), part.name,
        stoa_first_id(month), stoa_first_id(month + interval '1 month'));
      month := month + interval '1 month';
    end loop;
  end loop;
end $$;

do $$
declare
  part record;
  index record;
  trigger record;
  first_of_next uuid := stoa_first_id(date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' + interval '1 month');
begin
  for part in select * from (values ('run', 'id'), ('run_step', 'run_id'), ('run_event', 'run_id')) as t (name, key) loop
    create temporary table old_trigger on commit drop as
      select tgname, pg_get_triggerdef(oid) as definition from pg_trigger
      where tgrelid = part.name::regclass and not tgisinternal;
    for trigger in select * from old_trigger loop
      execute format('drop trigger %I on %I', trigger.tgname, part.name);
    end loop;
    create temporary table old_index on commit drop as
      select indexname as name, indexdef as definition, indexname = part.name || '_pkey' as is_key,
        (select pg_get_constraintdef(oid) from pg_constraint where conname = indexname and contype = 'p') as key
      from pg_indexes where schemaname = 'public' and tablename = part.name;
    execute format('alter table %I rename to %I', part.name, part.name || '_first');
    for index in select * from old_index loop
      execute format('alter index %I rename to %I', index.name, index.name || '_first');
    end loop;
    execute format('create table %I (like %I including defaults including constraints including storage including generated)
      partition by range (%I)', part.name, part.name || '_first', part.key);
    for index in select * from old_index loop
      if index.is_key then
        execute format('alter table %I add constraint %I %s', part.name, index.name, index.key);
      else
        execute index.definition;
      end if;
    end loop;
    execute format('alter table %I attach partition %I for values from (minvalue) to (%L)',
      part.name, part.name || '_first', first_of_next);
    execute format('create table %I partition of %I default', part.name || '_other', part.name);
    for trigger in select * from old_trigger loop
      execute trigger.definition;
    end loop;
    drop table old_trigger, old_index;
  end loop;
end $$;

select stoa_add_run_months((now() + interval '6 months')::date);
commit;
