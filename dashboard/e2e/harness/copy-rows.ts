import { createDb } from '../../../server/src/kernel/db/create-db.ts'
import { sql, sqlText } from '../../../server/src/kernel/db/db.ts'
import { settingsFor } from '../../../server/src/kernel/db/embedded/guard.ts'
import { embeddedPaths } from '../../../server/src/kernel/db/embedded/machine/paths.ts'
import { openPostgres } from '../../../server/src/kernel/db/postgres.ts'

export type Copied = {
  table: string
  /** Columns that must differ, as SQL; `n` counts the copies. */
  changes: Readonly<Record<string, string>>
  where?: string
  /** A statement that completes the copies. */
  after?: string
}

type Target = { dataDir: string; projectId: string; count: number }

/**
 * Copies the newest row of the project in each table so often, in the database of the test server: by the API it would
 * take an hour. Columns that the database computes are left to it.
 */
export async function copyRows(
  { dataDir, projectId, count }: Target,
  copied: readonly Copied[],
): Promise<void> {
  const postgres = openPostgres({
    settings: settingsFor(embeddedPaths(dataDir)),
    applicationName: 'stoa-test',
    poolSize: 1,
    onError: () => undefined,
  })
  try {
    const db = createDb(postgres)
    for (const { table, changes, where = 'true', after } of copied) {
      const columns = await db.rows<{ name: string }>(sql`
        select attname as name from pg_attribute
        where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`)
      const names = columns.map(({ name }) => name)
      const values = names.map((name) => changes[name] ?? `t.${name}`)
      await db.rows(sql`
        insert into ${sqlText(table)} (${sqlText(names.join(', '))})
        select ${sqlText(values.join(', '))} from (
          select * from ${sqlText(table)} where project_id = ${projectId} and ${sqlText(where)}
          order by created_at desc limit 1) t, generate_series(1, ${count}::int) n`)
      if (after !== undefined) await db.rows(sqlText(after))
    }
  } finally {
    await postgres.close()
  }
}
