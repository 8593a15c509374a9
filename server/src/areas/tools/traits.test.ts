import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startTestApp } from '../../../test/harness.ts'

const app = await startTestApp()
after(app.stop)

test('the traits of a tool say what may be repeated, what only computes, and what it costs', async () => {
  const { scope, admin } = await app.newProject()
  const traitsOf = async (slug: string) => {
    const { isComputeOnly, isReadOnly, isIdempotent, isDisabled, priceMicro } = await app.app.tools.traits(
      scope,
      slug,
    )
    return { isComputeOnly, isReadOnly, isIdempotent, isDisabled, priceMicro }
  }
  const listed = { isDisabled: false, priceMicro: app.app.usage.priceOf('tool.default') }
  assert.deepEqual(await traitsOf('math_calculate'), {
    ...listed,
    isComputeOnly: true,
    isReadOnly: true,
    isIdempotent: true,
  })
  const effects = { ...listed, isComputeOnly: false }
  assert.deepEqual(await traitsOf('table_query'), { ...effects, isReadOnly: true, isIdempotent: true })
  assert.deepEqual(await traitsOf('webhook_send'), { ...effects, isReadOnly: false, isIdempotent: false })

  const http = (method: string) => ({
    slug: `own_${method.toLowerCase()}`,
    name: method,
    description: '',
    toolkitSlug: 'own',
    inputParameters: { type: 'object' },
    http: { method, url: 'https://api.example.com/' },
    executionCreditCost: 3,
  })
  for (const method of ['GET', 'PUT', 'POST']) {
    const made = await admin.post('/api/v1/tools', http(method))
    assert.equal(made.status, 200, made.text)
  }
  const own = { isComputeOnly: false, isDisabled: false, priceMicro: 3_000_000 }
  assert.deepEqual(await traitsOf('own_get'), { ...own, isReadOnly: true, isIdempotent: true })
  assert.deepEqual(await traitsOf('own_put'), { ...own, isReadOnly: false, isIdempotent: true })
  assert.deepEqual(await traitsOf('own_post'), { ...own, isReadOnly: false, isIdempotent: false })
  await assert.rejects(app.app.tools.traits(scope, 'no_such'), { code: 'tool_not_found' })
  await assert.rejects(app.app.tools.traits(scope, 'math_calculate', '9.9.9'), {
    code: 'tool_version_not_found',
  })
})
