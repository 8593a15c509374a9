import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { startTriggerApp, stopTriggerApp } from '../../src/areas/triggers/testing.ts'
import { sql } from '../../src/kernel/db/db.ts'
import type { Caller, TestApp, TestProject } from '../harness.ts'
import { until } from '../until.ts'
import { chainOf, newWorkflow, shout } from '../workflows/api.ts'

// One product for all cases of triggers: the file that imports them starts and stops it.
export const base = '/api/v1/trigger_instances'
export const everyMinute = { expression: '* * * * *', input: { name: 'ada' } }
export const yearly = { expression: '0 0 1 1 *' }

export let app: TestApp
export let project: TestProject

before(async () => {
  app = await startTriggerApp()
  project = await app.newProject()
})
after(() => stopTriggerApp(app))

export async function upsert(caller: Caller, body: object, slug = 'cron') {
  const saved = await caller.post(`${base}/${slug}/upsert`, body)
  assert.equal(saved.status, 200, saved.text)
  return saved.body.data
}

export const shouting = (caller: Caller) =>
  newWorkflow(caller, chainOf([shout], { output: '{{ nodes.shout.output.text }}' }))

/** The slot that began the present minute becomes due; so many minutes before it were missed. */
export const makeDue = (triggerId: string, missed = 0) =>
  app.db.rows(sql`
    with due as (
      update run_schedule set next_at = date_trunc('minute', now()) - make_interval(mins => ${missed})
      where id = ${triggerId} returning id
    )
    select pg_notify('stoa_run_schedule', '') from due`)

export async function logsOf(caller: Caller, triggerId: string) {
  const { status, body, text } = await caller.get(
    `${base}/invocation-logs?triggerId=${triggerId}&sortOrder=ASC`,
  )
  assert.equal(status, 200, text)
  return body.data
}

export const untilLogs = (caller: Caller, triggerId: string, count: number, status: string) =>
  until(async () => {
    const logs = await logsOf(caller, triggerId)
    return logs.filter((log: { status: string }) => log.status === status).length === count && logs
  }, `${count} invocations ${status}`)
