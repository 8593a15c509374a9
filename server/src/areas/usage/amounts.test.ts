import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startTestApp } from '../../../test/harness.ts'

const app = await startTestApp()
after(() => app.stop())

const tool = {
  slug: 'priced',
  name: 'Priced',
  description: 'Has its own price.',
  toolkitSlug: 'priced_kit',
  inputParameters: { type: 'object' },
}
/** Every place that takes an amount of credits. */
const amounts = [
  [
    'POST',
    '/api/v1/api-keys',
    (credits: number) => ({ name: 'k', monthlyCreditCap: credits }),
    '/monthlyCreditCap',
  ],
  ['PATCH', '/api/v1/project', (credits: number) => ({ monthlyCreditCap: credits }), '/monthlyCreditCap'],
  [
    'POST',
    '/api/v1/usage/caps',
    (credits: number) => ({ scope: 'project', period: 'day', credits }),
    '/credits',
  ],
  ['POST', '/api/v1/usage/grants', (credits: number) => ({ credits, reason: 'test' }), '/credits'],
  ['POST', '/api/v1/usage/adjustments', (credits: number) => ({ credits, reason: 'test' }), '/credits'],
  [
    'POST',
    '/api/v1/tools',
    (credits: number) => ({ ...tool, executionCreditCost: credits }),
    '/executionCreditCost',
  ],
] as const

for (const [method, path, bodyOf, field] of amounts) {
  for (const credits of [0.30000000000000004, 1e-7, 1.0000001, 5e9, 1e21])
    test(`400: ${method} ${path} with ${credits} credits names the field and the rule`, async () => {
      const admin = await app.operatorOf(await app.newProject())
      const { status, body } = await admin.send(method, path, bodyOf(credits))
      assert.deepEqual([status, body.error.details[0].path], [400, field], JSON.stringify(body))
    })
  test(`200: ${method} ${path} takes a millionth of a credit`, async () => {
    const admin = await app.operatorOf(await app.newProject())
    const response = await admin.send(method, path, bodyOf(0.000001))
    assert.equal(response.status, 200, response.text)
  })
}
