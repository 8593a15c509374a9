import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { meterOf, meterOfChildren } from '../meters/cpu-time.ts'
import type { Product } from '../product.ts'

export type IdleCost = { server: number; database: number }

/** What a server and its database use while nothing is due, in milliseconds of processor time per minute. */
export async function measureIdle({ pid, databasePid }: Product, seconds: number): Promise<IdleCost> {
  const [server, database] = [meterOf(pid), meterOfChildren(databasePid)]
  await pause(seconds * 1000)
  const perMinute = (micro: number) => ((micro / 1000) * 60) / seconds
  return { server: perMinute(server()), database: perMinute(database()) }
}

/** Copies of a schedule and its trigger, as so many cron triggers are stored. */
export async function addSchedules(pool: pg.Pool, triggerId: string, count: number): Promise<void> {
  const columns = await columnsOf(pool, 'trigger_instance')
  await copy(pool, 'trigger_instance', columns, triggerId, count)
  await copy(pool, 'run_schedule', await columnsOf(pool, 'run_schedule'), triggerId, count)
  await pool.query('analyze trigger_instance, run_schedule')
}

async function columnsOf(pool: pg.Pool, table: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = $1 and table_schema = 'public'`,
    [table],
  )
  return rows.map(({ name }) => name)
}

/** The ids follow from the number, so that a trigger and its schedule have the same. */
async function copy(pool: pg.Pool, table: string, columns: string[], id: string, count: number) {
  const values = columns.map((column) => {
    if (column === 'id') return `md5('copy ' || n)::uuid`
    return table === 'trigger_instance' && column === 'name' ? `'copy ' || n` : column
  })
  await pool.query(
    `insert into ${table} (${columns.join()}) select ${values.join()} from ${table}, generate_series(1, ${count}) n where id = $1`,
    [id],
  )
}
