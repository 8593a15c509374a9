import assert from 'node:assert/strict'
import { after } from 'node:test'
import { sql } from '../../src/kernel/db/db.ts'
import { notify } from '../../src/kernel/db/listen.ts'
import { startReceiver } from '../fakes/webhook-receiver.ts'
import { startTestApp } from '../harness.ts'
import { until } from '../until.ts'

export const path = '/api/v1/webhooks'

/** An app that delivers, an endpoint that receives, and what tests of webhooks do with both. It stops with the test file. */
export async function startWebhooksApp() {
  const receiver = await startReceiver()
  const app = await startTestApp({ allowPrivate: `127.0.0.1/32:${receiver.port}` })
  app.app.runs.start()
  app.app.events.start()
  after(async () => {
    await app.app.events.stop()
    await app.app.runs.stop(0)
    await app.stop()
    await receiver.stop()
  })
  const project = await app.newProject()

  /** The database knows only the real time: what is due by the test's clock is made due there as well. */
  async function hurry(): Promise<void> {
    const rows = await app.db.rows(sql`
      update run set run_at = now()
      where status in ('queued', 'waiting') and run_at <= ${app.clock.now()} and run_at > now() returning id`)
    if (rows.length > 0) await notify(app.db, 'stoa_run_queued', 'test')
  }

  const eventually = <T>(condition: () => T | Promise<T>, what?: string) =>
    until(async () => {
      await hurry()
      return condition()
    }, what)

  const deliveriesOf = async (id: string, query = '', of = project) =>
    (await of.admin.get(`${path}/${id}/deliveries${query}`)).body

  return {
    receiver,
    app,
    project,

    eventually,
    deliveriesOf,
    async create(
      at: string,
      fields: Record<string, unknown> = {},
      of = project,
    ): Promise<{ id: string; secret: string }> {
      const response = await of.admin.post(path, { url: receiver.urlOf(at), ...fields })
      assert.equal(response.status, 200, response.text)
      return response.body.data
    },
    get: async (id: string, of = project) => (await of.admin.get(`${path}/${id}`)).body.data,
    newUser: async (name: string, of = project) =>
      (await of.admin.post('/api/v1/external-users', { name })).body.data as { id: string },
    detailOf: async (id: string, deliveryId: string, of = project) =>
      (await of.admin.get(`${path}/${id}/deliveries/${deliveryId}`)).body.data,
    ended: (id: string, count = 1, of = project) =>
      eventually(async () => {
        const { data } = await deliveriesOf(id, '', of)
        const isOver = ({ status }: { status: string }) => status !== 'pending'
        return data.length >= count && data.every(isOver) ? data : null
      }, 'the end of all deliveries'),
  }
}
