import { randomUUID } from 'node:crypto'
import type pg from 'pg'

/** The rows of one execution: a run, an execution, so many steps, and a log row and a charge for each tool. */
export type PlainRows = { steps: number; tools: number }

/** The limit: the same rows, in one transaction of four statements, without checks, ledger or fences. */
export async function createPlainRows(pool: pg.Pool): Promise<(rows: PlainRows) => Promise<void>> {
  await pool.query(`
    create schema plain;
    create table plain.run (project_id uuid, id uuid, data jsonb, at timestamptz, primary key (project_id, id));
    create table plain.execution (project_id uuid, id uuid, data jsonb, at timestamptz, primary key (project_id, id));
    create table plain.step (project_id uuid, run_id uuid, name text, output jsonb, at timestamptz, primary key (project_id, run_id, name));
    create table plain.tool (project_id uuid, id uuid, run_id uuid, arguments text, result text, at timestamptz, primary key (project_id, id));
    create table plain.charge (project_id uuid, id uuid, run_id uuid, micro bigint, at timestamptz, primary key (project_id, id))`)
  const projectId = randomUUID()
  const named = (name: string, text: string, values: unknown[]) => ({ name, text, values })

  return async ({ steps, tools }) => {
    const id = randomUUID()
    const names = Array.from({ length: steps }, (_, i) => `n${i}`)
    const toolIds = Array.from({ length: tools }, () => randomUUID())
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query(
        named(
          'run',
          `with execution as (insert into plain.execution values ($1, $2, $3, now())) insert into plain.run values ($1, $2, $3, now())`,
          [projectId, id, '{"n":1}'],
        ),
      )
      await client.query(
        named(
          'steps',
          `insert into plain.step select $1, $2, name, '{"o":{"n":1}}', now() from unnest($3::text[]) as name`,
          [projectId, id, names],
        ),
      )
      if (tools > 0)
        await client.query(
          named(
            'tools',
            `with charge as (insert into plain.charge select $1, id, $2, 1000, now() from unnest($3::uuid[]) as id)
             insert into plain.tool select $1, id, $2, '{"expression":"1 + 1"}', '{"result":2}', now() from unnest($3::uuid[]) as id`,
            [projectId, id, toolIds],
          ),
        )
      await client.query('commit')
    } finally {
      client.release()
    }
  }
}
