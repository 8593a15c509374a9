import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestProject } from '../harness.ts'
import { createFixtures, fill, type Params } from './fixtures.ts'

/** The operations that switch something on or off take the state in every form, and toggle only without a body. */
const app = await startTestApp()
after(() => app.stop())

let project: TestProject
let paramsOf: (path: string) => Params | null
before(async () => {
  project = await app.newProject()
  paramsOf = await createFixtures(project, app)
})

const switches = {
  'PATCH /api/v1/trigger_instances/manage/{triggerId}/status': 'isDisabled',
  'PATCH /api/v1/tools/byId/{id}/status': 'isDisabled',
  'PATCH /api/v1/toolkits/byId/{id}/status': 'isDisabled',
  'PUT /api/v1/external-users/{id}/toggle-active': 'isActive',
} as const

for (const [operation, shown] of Object.entries(switches)) {
  describe(operation, () => {
    const [method, path] = operation.split(' ') as [string, string]
    const send = (body?: unknown) => project.admin.send(method, fill(path, paramsOf(path)), body)
    const stateAfter = async (body?: unknown) => {
      const { status, body: reply, text } = await send(body)
      assert.equal(status, 200, text)
      return shown === 'isActive' ? reply.data.isActive : !reply.data.isDisabled
    }

    test('200: takes the state in four forms, twice the same', async () => {
      for (const isOn of [true, false])
        for (const body of [
          { enabled: isOn },
          { isActive: isOn },
          { isDisabled: !isOn },
          { status: isOn ? 'active' : 'inactive' },
          { status: isOn ? 'ENABLED' : 'Disabled' },
          { enabled: isOn, isDisabled: !isOn, status: null, colour: 'red' },
        ])
          for (let i = 0; i < 2; i++) assert.equal(await stateAfter(body), isOn, JSON.stringify(body))
    })

    test('200: toggles without a body', async () => {
      await stateAfter({ enabled: true })
      assert.equal(await stateAfter(), false)
      assert.equal(await stateAfter({}), true)
    })

    test('400 and no change for a body that says nothing, or both', async () => {
      await stateAfter({ enabled: true })
      for (const body of [
        { state: 'active' },
        { enabeld: true },
        { enabled: null },
        { status: 'off' },
        { enabled: 'yes' },
        { enabled: true, isDisabled: true },
        { status: 'active', isActive: false },
      ]) {
        const { status, text } = await send(body)
        assert.equal(status, 400, `${JSON.stringify(body)}: ${text}`)
      }
      assert.equal(await stateAfter(), false)
    })
  })
}
