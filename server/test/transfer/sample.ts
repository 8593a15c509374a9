import type { ConnectionSettings } from '../../src/kernel/db/postgres.ts'
import type { Scratch } from './scratch.ts'

/** A schema with one of everything that could get lost on the way, for the tests of this folder. */
export const sampleMigrations = {
  '0001_people.sql': `
    create table zz_person (
      id bigint generated always as identity primary key,
      name text not null,
      born timestamptz,
      name_length int generated always as (length(name)) stored,
      parent_id bigint references zz_person
    );
    create table pet (
      id serial primary key,
      person_id bigint not null references zz_person,
      "Odd ""column"" name" text
    );
    create table empty_one (id int primary key, note text);
    create sequence ticket start 500 increment 5;`,
  '0002_values.sql': `
    create table every_value (
      id int primary key, bytes bytea, doc jsonb, texts text[], grid int[][], at timestamptz, day date,
      span interval, exact numeric, near double precision, truth boolean, key uuid, network inet, search tsvector
    );
    create table seeded (id int primary key, note text);
    insert into seeded values (1, 'by the migration'), (2, 'by the migration');`,
  '0003_shapes.sql': `
    create table event (id int, at date not null, note text, primary key (id, at)) partition by range (at);
    create table event_old partition of event for values from (minvalue) to ('2026-01-01');
    create table event_new partition of event for values from ('2026-01-01') to (maxvalue);
    create table hen (id int primary key, egg_id int not null);
    create table egg (id int primary key, hen_id int not null references hen deferrable);
    alter table hen add foreign key (egg_id) references egg deferrable;
    create table counted (id int primary key, touched int not null default 0);
    create function touch() returns trigger language plpgsql as
      $$ begin new.touched := new.touched + 1; return new; end $$;
    create trigger touch before insert on counted for each row execute function touch();
    create trigger touch_always before insert on counted for each row execute function touch();
    alter table counted enable always trigger touch_always;`,
}

/** A change of the schema that comes after the copy was made. */
export const laterMigration = { '0004_later.sql': 'alter table pet add column age int not null default 7;' }

const rows = `
  insert into zz_person (name, born) values
    ('Äneas', '2026-01-02 03:04:05.678901+05:30'), (E'tab\\t newline\\n back\\\\slash \\\\. end', null), ('', 'infinity');
  insert into zz_person (name, parent_id) select 'child ' || n, 1 + n % 3 from generate_series(1, 500) n;
  update zz_person set parent_id = 503 where id = 1;
  insert into pet (person_id, "Odd ""column"" name") select 1 + n % 500, case when n % 3 = 0 then '\\N' end
    from generate_series(1, 1000) n;
  select nextval('ticket'), nextval('ticket');
  insert into every_value values
    (1, '\\x00ff0a5c', '{"a": [1, 2.50, null, "\\u00e4\\"\\\\"]}', array['a,b', null, '"q"', ''], '{{1,2},{3,4}}',
     '1999-12-31 23:59:59.999999+00', '0044-03-15 BC', '1 year -2 mons 3 days 04:05:06.789', 1e-30, 'NaN', true,
     'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', '10.0.0.1/8', to_tsvector('simple', 'to be or not')),
    (2, '', 'null', '{}', '{}', '-infinity', 'infinity', '-1 day -02:03:04', 12345678901234567890.123456789, 0.1::float8 + 0.2,
     false, null, '::1', ''),
    (3, null, null, null, null, null, null, null, 'NaN', '-0', null, null, null, null);
  delete from seeded where id = 2;
  update seeded set note = 'changed since';
  insert into event values (1, '2025-06-01', 'old'), (2, '2026-06-01', 'new');
  begin;
  set constraints all deferred;
  insert into hen values (1, 1);
  insert into egg values (1, 1);
  commit;
  insert into counted values (1, 0);`

export const fillSample = async (scratch: Scratch, settings: ConnectionSettings): Promise<void> => {
  await scratch.query(settings, `set standard_conforming_strings = on; ${rows}`)
}

const sampleTables = [
  'zz_person',
  'pet',
  'empty_one',
  'every_value',
  'seeded',
  'event_old',
  'event_new',
  'hen',
  'egg',
  'counted',
]

/** Everything in the sample as text, to compare a copy with what it was made from. */
export async function contentOf(scratch: Scratch, settings: ConnectionSettings): Promise<unknown> {
  const tables = sampleTables.map(
    (name) => `(select array_agg(t::text order by t::text) from ${name} t) as ${name}`,
  )
  const sequences = ['zz_person_id_seq', 'pet_id_seq', 'ticket'].map(
    (name) => `(select s::text from (select last_value, is_called from ${name}) s) as ${name}`,
  )
  const [content] = await scratch.query(
    { ...settings, options: '-c timezone=UTC' },
    `select ${[...tables, ...sequences].join(', ')}`,
  )
  return content
}
