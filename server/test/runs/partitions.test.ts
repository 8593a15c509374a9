import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import pg from 'pg'
import { startTestApp } from '../harness.ts'

const app = await startTestApp()
app.app.runs.start()
const client = new pg.Client(app.settings)
await client.connect()
after(async () => {
  await client.end()
  await app.app.runs.stop(0)
  await app.stop()
})

const script = readFileSync(new URL('../../../deploy/partition-runs.sql', import.meta.url), 'utf8')
const base = '/api/v1/workflow/manager'
const graph = {
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'say', type: 'action', toolSlug: 'text_change_case', inputMapping: { text: 'a', to: 'upper' } },
    { id: 'end', type: 'end', output: '{{ nodes.say.output.text }}' },
  ],
  edges: [
    { from: 'start', to: 'say' },
    { from: 'say', to: 'end' },
  ],
}
const indexes = async () =>
  (await client.query("select indexname from pg_indexes where tablename = 'run' order by 1")).rows

test('runs are divided by month by the script in deploy/, and the product works on them as before', async () => {
  const project = await app.newProject()
  const { id } = (await project.admin.post(`${base}/create`, { name: 'Flow', graph })).body.data
  await project.admin.patch(`${base}/activeStatus/${id}`, { activeStatus: true })
  const execute = async () => {
    const { body } = await project.admin.post(`${base}/execute/${id}`, { input: {}, wait: 30_000 })
    assert.equal(body.data?.status, 'completed', JSON.stringify(body))
    return body.data.executionId as string
  }
  const before = await execute()
  const names = await indexes()
  await client.query(script)
  assert.deepEqual(await indexes(), names)

  const later = await execute()
  const { rows: moved } = await client.query(
    `update run set id = stoa_first_id(date_trunc('month', now()) + interval '2 months') where id in
     (select id from run where project_id = $1 and status = 'succeeded' limit 1) returning tableoid::regclass::text as part`,
    [project.id],
  )
  assert.match(moved[0].part, /^run_\d{4}_\d\d$/)
  for (const executionId of [before, later])
    assert.equal((await project.admin.get(`${base}/executions/${executionId}`)).body.data.outputData, 'A')
  await client.query(`drop table ${moved[0].part}`)
  await app.app.sweep()
  await client.query('alter table run add column of_the_next_version text')
  await execute()
})
