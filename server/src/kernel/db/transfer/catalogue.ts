import type pg from 'pg'
import { inPublic } from '../session.ts'
import { orderByReferences, type Reference } from './table-order.ts'

export type TableShape = {
  name: string
  /** What a copy carries: generated columns are recomputed at the other end. */
  columns: string[]
}

/** A table as it is found in a database. */
export type FoundTable = TableShape & { isPartitioned: boolean }

export type SequenceState = { name: string; lastValue: string; isCalled: boolean }

export type Trigger = { table: string; name: string; isAlways: boolean }

/**
 * The tables that belong to the product, each after those it refers to. A partitioned table represents its
 * partitions. The history of migrations is not data: the other end writes its own.
 */
export async function readTables(client: pg.Client): Promise<FoundTable[]> {
  const { rows: tables } = await client.query<FoundTable>(`
    select c.relname as name, c.relkind = 'p' as "isPartitioned", array(
      select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by a.attnum) as columns
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'schema_migration' and ${isNotOfExtension}`)
  // Deferrable references do not bind the order, because a load defers them until it ends.
  const { rows: references } = await client.query<Reference>(`
    select distinct t.relname as "table", r.relname as "references"
    from pg_constraint k
    join pg_class t on t.oid = coalesce(pg_partition_root(k.conrelid), k.conrelid)
    join pg_class r on r.oid = coalesce(pg_partition_root(k.confrelid), k.confrelid)
    where k.contype = 'f' and not k.condeferrable
      and t.relnamespace = 'public'::regnamespace and r.relnamespace = 'public'::regnamespace`)
  const byName = new Map(tables.map((table) => [table.name, table]))
  return orderByReferences([...byName.keys()], references).map((name) => byName.get(name)!)
}

/** The current values of the sequences, including those behind identity columns. */
export async function readSequences(client: pg.Client): Promise<SequenceState[]> {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'S' and ${isNotOfExtension}
    order by c.relname collate "C"`)
  const states: SequenceState[] = []
  for (const { name } of rows) {
    const { rows: state } = await client.query<Omit<SequenceState, 'name'>>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${inPublic(name)}`,
    )
    states.push({ name, ...state[0]! })
  }
  return states
}

/** The triggers that inserting rows would set off. */
export async function readTriggers(client: pg.Client): Promise<Trigger[]> {
  const { rows } = await client.query<Trigger>(`
    select c.relname as "table", t.tgname as name, t.tgenabled = 'A' as "isAlways"
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal and t.tgparentid = 0
      and t.tgenabled in ('O', 'A')`)
  return rows
}

/** What an extension brought, `create extension` brings again at the other end. */
const isNotOfExtension = `not exists (
  select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`
