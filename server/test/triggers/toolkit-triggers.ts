import assert from 'node:assert/strict'
import { after } from 'node:test'
import { startTestApp, type TestProject } from '../harness.ts'

export const base = '/api/v1/trigger_instances'

/** The product with runs and events at work, and how triggers of toolkits are connected and looked at. */
export async function startToolkitTriggers() {
  const app = await startTestApp({ allowPrivate: '127.0.0.1/32' })
  app.app.runs.start()
  app.app.events.start()
  const project = await app.newProject()
  after(async () => {
    await app.app.events.stop()
    await app.app.runs.stop(0)
    await app.stop()
  })

  async function connectTo(
    toolkit: string,
    val: object,
    as: string | null = null,
    { admin }: TestProject = project,
  ): Promise<string> {
    const acting = as === null ? admin : admin.as(as)
    const config = await admin.post('/api/v1/auth_configs', {
      toolkit: { slug: toolkit },
      authConfig: { type: 'use_custom_auth', authScheme: 'API_KEY', credentials: {} },
    })
    assert.equal(config.status, 200, config.text)
    const account = await acting.post('/api/v1/connected_accounts', {
      authConfig: { id: config.body.data.id ?? config.body.data.authConfig?.id },
      connection: { state: { authScheme: 'API_KEY', val } },
    })
    assert.equal(account.status, 200, account.text)
    return account.body.data.id
  }

  return {
    app,
    project,
    connectTo,
    logsOf: async (triggerId: string, { admin }: TestProject = project) =>
      (await admin.get(`${base}/invocation-logs?triggerId=${triggerId}&sortOrder=ASC`)).body.data,
    triggerOf: async (triggerId: string) =>
      (await project.admin.get(`${base}/manage/${triggerId}`)).body.data,
    payloadOf: async (id: string) =>
      (await project.admin.get(`${base}/invocation-logs/${id}`)).body.data.payload,
  }
}
