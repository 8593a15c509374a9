import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Timing } from './client.ts'

const tables = `
  create schema plain_agents;
  create table plain_agents.run (id uuid primary key, data jsonb, at timestamptz);
  create table plain_agents.execution (id uuid primary key, data jsonb, at timestamptz);
  create table plain_agents.step (run_id uuid, name text, output jsonb, at timestamptz, primary key (run_id, name));
  create table plain_agents.event (run_id uuid, seq int, data jsonb, at timestamptz, primary key (run_id, seq));
  create table plain_agents.message (run_id uuid, place int, data jsonb, at timestamptz, primary key (run_id, place));
  create table plain_agents.call (id uuid primary key, data jsonb, at timestamptz);
  create table plain_agents.charge (id uuid primary key, run_id uuid, micro bigint, at timestamptz)`

const value = JSON.stringify({ role: 'ai', content: 'word '.repeat(20) })

const statements = {
  find: 'select * from plain_agents.run where id = $1',
  start: `with e as (insert into plain_agents.execution values ($1, $2, now()))
    insert into plain_agents.run values ($1, $2, now())`,
  call: 'insert into plain_agents.call values ($1, $2, now())',
  // A call that has ended: its record, its message, its charge, and the events so far; the tool is one as well.
  record: `with s as (insert into plain_agents.step select $1, 'step' || i, $2, now() from generate_series($3::int, $4::int) i),
    m as (insert into plain_agents.message select $1, i, $2, now() from generate_series($3::int, $4::int) i),
    c as (insert into plain_agents.charge select gen_random_uuid(), $1, 1000, now() from generate_series($3::int, $4::int)),
    e as (insert into plain_agents.event select $1, i, $2, now() from generate_series(4 * $3::int, 4 * $4::int + 3) i)
    update plain_agents.call set data = $2 where id = $5`,
  end: 'update plain_agents.run set data = $2 where id = $1',
}

/**
 * The limit: the reads and commits of one run in their order, and about as many rows, without HTTP, a model, checks, a ledger or
 * fences. What waits for no disk with us does not here either.
 */
export async function createPlainRun(pool: pg.Pool): Promise<() => Promise<Timing>> {
  await pool.query(tables)
  return async () => {
    const client = await pool.connect()
    const run = (name: keyof typeof statements, values: unknown[]) =>
      client.query({ name, text: statements[name], values })
    const commit = async (isDurable: boolean, ...work: Parameters<typeof run>[]) => {
      await client.query('begin')
      if (!isDurable) await client.query('set local synchronous_commit = off')
      for (const each of work) await run(...each)
      await client.query('commit')
    }
    const [id, first, second] = [randomUUID(), randomUUID(), randomUUID()]
    const startedAt = performance.now()
    const since = () => performance.now() - startedAt
    try {
      await run('find', [id])
      await run('find', [id])
      await commit(true, ['start', [id, value]])
      const firstMs = since()
      await run('find', [id])
      await commit(false, ['call', [first, value]])
      await commit(false, ['call', [second, value]])
      await commit(true, ['record', [id, value, 1, 3, first]])
      const tokenMs = since()
      await commit(true, ['record', [id, value, 4, 5, second]], ['end', [id, value]])
      await run('find', [id])
      return { firstMs, tokenMs, wholeMs: since() }
    } finally {
      client.release()
    }
  }
}
