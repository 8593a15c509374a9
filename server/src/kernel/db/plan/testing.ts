import { AppError } from '../../errors.ts'
import { type Db, sql } from '../db.ts'
import { demand, placesIn } from './demand.ts'
import { type Input, type Used, use } from './input.ts'
import { operation, type Plan } from './plan.ts'
import { deferRows, type RowWriter } from './rows.ts'

/**
 * A small product for tests of plans: items with unique names and a value, which grow by the step of a setting, and a
 * log that numbers everything that is committed.
 */
export type Setting = { most: number; step: number }
export type Item = { id: string; value: number; version: number }
export type LogEntry = { seq: number; act: 'add' | 'change' | 'set'; id: string; value: number; step: number }

type SettingRow = Setting & { row_version: string }

export async function createItemTables(db: Db): Promise<void> {
  await db.rows(sql`create table plan_setting (id text primary key, most int not null, step int not null)`)
  await db.rows(sql`create table plan_item (id text primary key, value int not null, version int not null)`)
  await db.rows(sql`create table plan_counter (id text primary key, seq int not null, items int not null)`)
  await db.rows(sql`create table plan_log (seq int primary key, act text, id text, value int, step int)`)
  await db.rows(sql`insert into plan_setting values ('all', 1000, 1)`)
  await db.rows(sql`insert into plan_counter values ('all', 0, 0)`)
}

/** Faults that a test plants, to see that it finds them. */
export type Faults = {
  /** The setting may be another one at the commit. */
  isUndemanded?: boolean
  /** Every refusal names the first plan of its batch. */
  blamesFirst?: boolean
  /** A reload returns the value from before. */
  isStale?: boolean
}

function settingInput({ isUndemanded, isStale }: Faults): Input<'all', SettingRow> {
  let first: SettingRow | null = null
  return {
    name: 'setting',
    mode: 'cached',
    cacheKey: (key) => key,
    read: (_, { isLocked }) =>
      isLocked
        ? sql`select most, step, xmin::text as row_version from plan_setting for key share`
        : sql`select most, step, xmin::text as row_version from plan_setting`,
    parse(rows) {
      const row = rows[0] as SettingRow
      first ??= row
      return isStale ? { ...row, most: first.most } : row
    },
    isUnchanged: (_, { row_version }) =>
      isUndemanded
        ? null
        : sql`exists (select from plan_setting where xmin = ${row_version}::xid for key share)`,
  }
}

const itemInput: Input<string, Item> = {
  name: 'item',
  mode: 'always',
  cacheKey: (id) => id,
  read: (ids, { isLocked }) =>
    isLocked
      ? sql`select id, value, version from plan_item where id = any(${[...ids]}) order by id for update`
      : sql`select id, value, version from plan_item where id = any(${[...ids]})`,
  parse: (rows, id) => (rows as Item[]).find((row) => row.id === id) ?? null,
  isUnchanged: () => null,
}

type Edit = { was: Item; value: number }
type Logged = Omit<LogEntry, 'seq'> & { most: number }

const placesOf = (of: readonly number[], faults: Faults) => (faults.blamesFirst ? of.map(() => 0) : of)

function writers(faults: Faults) {
  const added: RowWriter<string> = {
    statements: (ids, { of }) => [
      sql`
        with wanted as materialized (
          select * from unnest(${[...ids]}::text[], ${placesOf(of, faults)}::int[]) with ordinality w(id, of, place)),
        added as (
          insert into plan_item (id, value, version) select id, 0, 1 from wanted order by id, place
          on conflict do nothing returning id),
        taken as (
          select w.of, 0 as field, w.id in (select id from added) as is_again from wanted w
          where w.id not in (select id from added) or exists (
            select from wanted other where other.id = w.id and other.place < w.place))
        select ${demand(sql`not exists (select from taken)`, 'unique_violation', placesIn('taken'))}`,
    ],
  }
  const changed: RowWriter<Edit> = {
    statements(edits, { of }) {
      const groups = [
        ...Map.groupBy(
          edits.map((edit, i) => ({ ...edit, of: of[i]! })),
          ({ was }) => was.id,
        ),
      ]
      const last = groups.map(([, group]) => ({ ...group.at(-1)!, first: group[0]!.was }))
      const places = groups.flatMap(([id, group]) => group.map((edit) => ({ id, of: edit.of })))
      const stale = sql`(
        select jsonb_build_object('input', 'item', 'of', jsonb_agg(p.of))
        from unnest(${places.map(({ id }) => id)}::text[], ${places.map((place) => place.of)}::int[]) p(id, of)
        where p.id not in (select id from written))`
      return [
        sql`
          with n as (
            select * from unnest(${last.map(({ first }) => first.id)}::text[],
              ${last.map(({ first }) => first.version)}::int[], ${last.map(({ value }) => value)}::int[])
              n(id, version, value)),
          written as (
            update plan_item i set value = n.value, version = i.version + 1 from n
            where i.id = n.id and i.version = n.version returning i.id)
          select ${demand(sql`(select count(*) from written) = ${last.length}`, 'stale', stale)}`,
      ]
    },
  }
  const logged: RowWriter<Logged> = {
    phase: 'count',
    statements(entries, { of }) {
      const creators = of.filter((_, i) => entries[i]!.act === 'add')
      const most = entries[0]!.most
      const full = sql`(
        select jsonb_build_object(
          case when f.items - ${creators.length}::int >= ${most}::int then 'of' else 'again' end, jsonb_agg(p.of))
        from f, unnest(${placesOf(creators, faults)}::int[]) with ordinality p(of, place)
        where p.place > ${creators.length}::int - (f.items - ${most}::int) group by f.items)`
      return [
        sql`
          with f as (
            update plan_counter set seq = seq + ${entries.length}, items = items + ${creators.length}
            returning seq - ${entries.length} as base, items),
          kept as (
            insert into plan_log (seq, act, id, value, step)
            select f.base + u.place, u.act, u.id, u.value, u.step from f, unnest(
              ${entries.map(({ act }) => act)}::text[], ${entries.map(({ id }) => id)}::text[],
              ${entries.map(({ value }) => value)}::int[], ${entries.map(({ step }) => step)}::int[])
              with ordinality u(act, id, value, step, place))
          select ${demand(sql`${creators.length} = 0 or exists (select from f where items <= ${most})`, 'storage_full', full)}`,
      ]
    },
  }
  return { added, changed, logged }
}

export const maxValue = 40
type WithSetting = { setting: Used<SettingRow> }

const refused = (code: 'unique_violation' | 'storage_full' | 'route_not_found' | 'precondition_failed') =>
  new AppError(code, code)

/** The operations of a node. `hook` is called whenever one is planned. */
export function itemOperations(faults: Faults = {}, hook: (id: string) => Promise<void> = async () => {}) {
  const { added, changed, logged } = writers(faults)
  const setting = settingInput(faults)
  const refusal: Plan<unknown>['refusal'] = (reason) =>
    refused(reason === 'unique_violation' ? 'unique_violation' : 'storage_full')
  const add = operation<{ id: string }, WithSetting, string>({
    name: 'test.add-item',
    lane: () => ({ name: 'items' }),
    inputs: () => ({ setting: use(setting, 'all') }),
    async plan({ request: { id }, inputs }) {
      await hook(id)
      const { most, step } = inputs.setting!
      if (most === 0) throw refused('storage_full')
      return {
        rows: [deferRows(added, id), deferRows(logged, { act: 'add', id, value: 0, step, most })],
        result: () => id,
        refusal,
      }
    },
  })
  const change = operation<{ id: string }, WithSetting & { item: Used<Item> }, number>({
    name: 'test.change-item',
    lane: () => ({ name: 'items' }),
    inputs: (_, { id }) => ({ setting: use(setting, 'all'), item: use(itemInput, id) }),
    async plan({ request: { id }, inputs: { setting: row, item } }) {
      await hook(id)
      const { most, step } = row!
      if (item === null) throw refused('route_not_found')
      const value = item.value + step
      if (value > maxValue) throw refused('precondition_failed')
      return {
        rows: [
          deferRows(changed, { was: item, value }),
          deferRows(logged, { act: 'change', id, value, step, most }),
        ],
        result: () => value,
        refusal,
        becomes: [{ used: use(itemInput, id), value: { ...item, value, version: item.version + 1 } }],
      }
    },
  })
  return { add, change }
}

/** A change of the setting by another node. No notice is sent. */
export const changeSetting = (db: Db, { most, step }: Setting): Promise<void> =>
  db.tx(async (tx) => {
    await tx.rows(sql`select 1 from plan_setting for update`)
    await tx.rows(sql`update plan_setting set most = ${most}, step = ${step}`)
    await tx.rows(sql`
      with f as (update plan_counter set seq = seq + 1 returning seq)
      insert into plan_log (seq, act, id, value, step) select seq, 'set', '', ${most}, ${step} from f`)
  })
