import { type Queryable, sql } from '../db/db.ts'

type Reference = { child: string; parent: string }

/**
 * Every table with rows of projects, those that refer to others before them. It is read from the database, so that no
 * area can forget one.
 */
export async function listProjectTables(q: Queryable): Promise<string[]> {
  const tables = await q.rows<{ name: string }>(sql`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attname = 'project_id' and not a.attisdropped
    order by 1`)
  const references = await q.rows<Reference>(sql`
    select distinct conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint
    where contype = 'f' and conrelid <> confrelid and connamespace = current_schema()::regnamespace`)
  return childrenFirst(
    tables.map(({ name }) => name),
    references,
  )
}

/** Where tables refer to each other in a circle, any of them is first: their references are deferred or cascade. */
export function childrenFirst(tables: readonly string[], references: readonly Reference[]): string[] {
  const left = new Set(tables)
  const ordered: string[] = []
  const isParent = (table: string) =>
    references.some(({ child, parent }) => parent === table && left.has(child))
  while (left.size > 0) {
    const free = [...left].filter((table) => !isParent(table))
    for (const table of free.length > 0 ? free : [[...left][0]!]) {
      left.delete(table)
      ordered.push(table)
    }
  }
  return ordered
}
