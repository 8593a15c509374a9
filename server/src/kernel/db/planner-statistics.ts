import type { Log } from '../log.ts'
import { type Db, sql, sqlText } from './db.ts'

// Fewer rows are read in no time, whichever index a plan uses.
const minRows = 100
// A plan for this many looks up keys in an index, however large the table becomes.
const largeRows = 5_000
const growth = 4
const defaultEveryMs = 3_000

/**
 * To a statement that was planned while its table was empty, every index that begins with the project looks as good as
 * the primary key, and while it was small, reading all of it looks best. Connections keep their plans: they would read
 * thousands of rows to find one. The database itself looks once a minute for tables that have changed; this looks every few
 * seconds for those that have become several times as large. New statistics make every connection plan again.
 */
export function createPlannerStatistics({ db, log, everyMs = defaultEveryMs }: Deps) {
  let timer: NodeJS.Timeout | null = null
  let working: Promise<void> | null = null

  /** Analyzes tables that have outgrown their statistics; the names of those. */
  async function refresh(): Promise<string[]> {
    const tables = await db.rows<{ name: string }>(sql`
      select oid::regclass::text as name from pg_class
      where relkind = 'r' and relnamespace = current_schema()::regnamespace and reltuples < ${largeRows}
        and pg_stat_get_mod_since_analyze(oid) >= ${minRows}
        and (reltuples < 0 or pg_stat_get_live_tuples(oid) > ${growth} * reltuples)`)
    // What another node analyzes at this moment is left to it.
    for (const { name } of tables) await db.rows(sql`analyze (skip_locked) ${sqlText(name)}`)
    return tables.map(({ name }) => name)
  }

  const refreshQuietly = async () => {
    try {
      await refresh()
    } catch (error) {
      log.warn({ err: error }, 'statistics of new tables were not collected')
    }
  }

  return {
    refresh,
    start(): void {
      timer ??= setInterval(() => {
        working ??= refreshQuietly().finally(() => {
          working = null
        })
      }, everyMs).unref()
    },
    async stop(): Promise<void> {
      if (timer) clearInterval(timer)
      timer = null
      await working
    },
  }
}

type Deps = { db: Db; log: Pick<Log, 'warn'>; everyMs?: number }
