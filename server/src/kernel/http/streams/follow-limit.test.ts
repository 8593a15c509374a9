import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { startHttpKernel } from '../../../../test/http-kernel.ts'
import { until } from '../../../../test/until.ts'
import { endpoint, events } from '../endpoint.ts'

const endless = {
  area: 'Test',
  access: 'project',
  summary: 'endless',
  response: events(z.unknown()),
  example: {},
} as const
const kernel = await startHttpKernel({
  connectionLimits: { perProject: 5, perCaller: 3 },
  endpoints: (['GET', 'POST'] as const).map((method) =>
    endpoint({
      ...endless,
      method,
      path: '/api/v1/things',
      permission: method === 'GET' ? 'things:read' : 'things:write',
      handle: ({ signal }) =>
        (async function* () {
          yield { data: 1 }
          await new Promise((resolve) => signal.addEventListener('abort', resolve))
        })(),
    }),
  ),
})
const url = `${await kernel.listen()}/api/v1/things`
after(() => kernel.stop())

async function follow(key: string, method = 'GET') {
  const leaving = new AbortController()
  const { status, headers, body } = await fetch(url, {
    method,
    headers: { 'x-api-key': key },
    signal: leaving.signal,
  })
  await body!.getReader().read()
  return { status, retryAfter: headers.get('retry-after'), leave: () => leaving.abort() }
}

test('429 for one event stream too many of a key, and of a project, until another one ends', async () => {
  const mine = await Promise.all([1, 2, 3].map(() => follow('member-1')))
  assert.deepEqual(
    mine.map(({ status }) => status),
    [200, 200, 200],
  )
  const refused = await follow('member-1')
  assert.deepEqual([refused.status, refused.retryAfter], [429, '5'])
  const others = await Promise.all([1, 2].map(() => follow('member-2')))
  assert.equal((await follow('member-2')).status, 429)
  mine[0]!.leave()
  await until(async () => (await follow('member-1')).status === 200)
  for (const { leave } of [...mine, ...others]) leave()
})

test('200: what a POST streams is no stream that only follows', async () => {
  const all = await Promise.all([1, 2, 3, 4].map(() => follow('member-3', 'POST')))
  for (const { status, leave } of all) {
    assert.equal(status, 200)
    leave()
  }
})
