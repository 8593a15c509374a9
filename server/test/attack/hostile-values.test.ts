import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { SignInBody } from '../../src/areas/users/schema.ts'
import { parseQuery } from '../../src/kernel/http/request/query.ts'
import { validate } from '../../src/kernel/http/request/validate.ts'
import { createRedactor } from '../../src/kernel/log.ts'
import { startTestApp, type TestProject } from '../harness.ts'

const app = await startTestApp()
after(() => app.stop())

const users = '/api/v1/external-users'
let project: TestProject
before(async () => {
  project = await app.newProject()
})

describe('a value at the edge gets a response, not a 500', () => {
  for (const [url, status] of [
    [`${users}?page=999999999999999&limit=100`, 200],
    [`${users}?offset=999999999999999&limit=100`, 200],
    [`${users}?page=9999999999999999`, 400],
    [`${users}?page=1&page=1`, 200],
    [`${users}?page=1&page=2`, 400],
    [`${users}?page=%D9%A3`, 400],
    [`${users}?from=0000-01-01&sortBy=creditsUsed`, 200],
    [`${users}?to=9999-12-31T23:59:59-23:59&sortBy=creditsUsed`, 200],
    [`${users}?from=275760-09-13`, 400],
    [`${users}?from=%2B010000-01-01T00:00:00Z`, 400],
    [`${users}?from=2026-02-30`, 400],
    [`${users}?q=${'%5C'.repeat(255)}`, 200],
    [`${users}?q=%00`, 400],
    [`${users}?q=%ED%A0%80`, 200],
    [`${users}?sortBy=name;drop%20table%20project`, 400],
    [`${users}?sortOrder=ASC%2C1`, 400],
    [`${users}?sortBy[]=name&q[a]=b`, 200],
    [`${users}?__proto__=1&constructor=2&toString=3&hasOwnProperty=4`, 200],
    [`${users}?${'a&'.repeat(3000)}`, 200],
    [`${users}/username/%00`, 400],
    [`${users}/username/%ff`, 400],
    [`${users}/username/${'%F0%9F%98%80'.repeat(60)}`, 404],
    ['/api/v1/audit-log?page=999999999999999&limit=100', 200],
    ['/api/v1/audit-log?from=0000-01-01T00:00:00%2B23:59', 200],
    ['/api/v1/audit-log?actor=%F0%9F%98%80%27--', 200],
    ['/api/v1/ai/models/..%2f..%2f..%2fetc%2fpasswd', 404],
    ['/api/v1/ai/models/__proto__', 404],
  ] as const) {
    test(`${status} for ${url.slice(0, 80)}`, async () => {
      const response = await project.admin.get(url)
      assert.equal(response.status, status, response.text)
    })
  }
})

describe('a body', () => {
  const create = (body: string) => project.member.post(users, body, { 'content-type': 'application/json' })

  test('reaches no prototype, however its keys are spelt', async () => {
    for (const metadata of [
      '{"\\u005f_proto__":{"isAdmin":true}}',
      '{"a":[{"constructor":{"prototype":{"isAdmin":true}}}]}',
      '{"profile":{"__proto__":{"isAdmin":true}}}',
    ])
      assert.equal((await create(`{"name":"polluter","metadata":${metadata}}`)).status, 400)
    assert.equal(({} as { isAdmin?: boolean }).isAdmin, undefined)
  })

  test('names unknown fields in a header without breaking out of it', async () => {
    const fields = { 'a\r\nset-cookie: x=1': 1, 'é\u2028': 1, ['x'.repeat(5000)]: 1 }
    const response = await project.member.post(users, { name: 'reflected', ...fields })
    assert.equal(response.status, 200)
    assert.equal(response.headers['set-cookie'], undefined)
    assert.match(String(response.headers['x-ignored-fields']), /^[\x20-\x7e]{1,2200}$/)
  })

  test('may begin with a byte order mark and may be sixty levels deep', async () => {
    assert.equal((await create('\ufeff{"name":"bom"}')).status, 200)
    const deep = `${'['.repeat(60)}${']'.repeat(60)}`
    assert.equal((await create(`{"name":"deep","metadata":{"a":${deep}}}`)).status, 200)
  })

  for (const number of ['9007199254740993', '1e400', '123456789012345678901234567890']) {
    test(`stores ${number} or refuses it`, async () => {
      const response = await create(`{"name":"n${number}","metadata":{"externalId":${number}}}`)
      assert.ok(response.status === 400 || response.text.includes(`"externalId":${number}`), response.text)
    })
  }

  test('cannot make metadata grow without end', async () => {
    const { id } = (await create('{"name":"hoarder"}')).body.data
    const part = (name: string) => ({ metadata: { [name]: 'x'.repeat(15_000) } })
    assert.equal((await project.member.patch(`${users}/${id}`, part('a'))).status, 200)
    assert.equal((await project.member.patch(`${users}/${id}`, part('b'))).status, 400)
  })
})

/** Processor time, because others run on the machine; the smaller of two tries, because the first one compiles. */
function cost(work: () => unknown): number {
  const once = () => {
    const start = process.cpuUsage()
    work()
    return process.cpuUsage(start).user / 1000
  }
  return Math.min(once(), once())
}

/** Four times the input may cost some four times the work; sixteen times as much means that it grows with the square. */
function assertLinear(work: (size: number) => () => unknown, size: number) {
  const [small, large] = [cost(work(size)), cost(work(size * 4))]
  assert.ok(large < 20 + small * 9, `${size} cost ${small} ms, four times as many ${large} ms`)
}

describe('work grows with the input, not with its square', () => {
  test('for unknown fields of a body, which can be sent without credentials', () =>
    assertLinear((size) => {
      const fields = Array.from({ length: size }, (_, i) => [`field${i}`, 1])
      const body = { email: 'a@example.com', password: 'x', ...Object.fromEntries(fields) }
      return () =>
        assert.throws(() => validate(SignInBody, body, 'body', false), { code: 'invalid_parameter' })
    }, 2500))

  test('for a parameter that is repeated, which can be sent to any path without credentials', () =>
    assertLinear((size) => () => parseQuery('a=1&'.repeat(size)), 1000))

  test('for email addresses', () =>
    assertLinear((size) => {
      const addresses = ['a', 'a.', '.a', 'a-', '@', "'+"].map((part) => part.repeat(size))
      const all = addresses.flatMap((text) => [text, `a@${text}`, `${text}@b.de`, ` ${text} `])
      return () => all.map((email) => SignInBody.safeParse({ email, password: 'x' }))
    }, 5000))

  test('for a line of the log, into which any client can put a path', () =>
    assertLinear((size) => {
      const line = 'eyJ-'.repeat(size)
      return () => createRedactor([])(line)
    }, 1000))
})
