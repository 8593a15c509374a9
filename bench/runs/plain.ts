import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { concurrency, poolSize, serve } from './contestant.ts'

// The bare limit: what a step cannot do without is one committed row.
serve(async (database) => {
  const pool = new pg.Pool({ ...database, max: poolSize })
  await pool.query(
    'create table plain (project_id uuid, run_id uuid, name text, output jsonb, at timestamptz, primary key (project_id, run_id, name))',
  )
  const projectId = randomUUID()

  async function one(steps: number): Promise<void> {
    const runId = randomUUID()
    for (let step = 0; step < steps; step++)
      await pool.query({
        name: 'step',
        text: 'insert into plain (project_id, run_id, name, output, at) values ($1, $2, $3, $4, now())',
        values: [projectId, runId, `step-${step}`, '{"done":true}'],
      })
  }

  return {
    async work({ runs, steps }) {
      let started = 0
      await Promise.all(
        Array.from({ length: Math.min(runs, concurrency) }, async () => {
          while (started++ < runs) await one(steps)
        }),
      )
    },
  }
})
