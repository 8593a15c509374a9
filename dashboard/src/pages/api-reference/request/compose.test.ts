import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { requestToCurl } from '../../../components/code/request-snippets.ts'
import { describeOperation, type Operation } from '../spec/operation.ts'
import { operationOf } from '../spec/sample.ts'
import { readSpec } from '../spec/spec.ts'
import { type ComposeInput, composeRequest } from './compose.ts'
import { type Draft, emptyDraft, withId } from './draft.ts'
import { idsInBody, listOf } from './ids.ts'

const origin = 'http://127.0.0.1:4400'

const upload = operationOf('PUT/api/v1/things/{id}/files/{path+}')
const compose = (operation: Operation, changes: Partial<Draft> = {}, more: Partial<ComposeInput> = {}) => {
  const draft = { ...emptyDraft(operation), ...changes }
  return composeRequest({ operation, draft, origin, auth: 'key', ...more })
}

describe('the address and headers of a request', () => {
  it('writes what was typed into the address without letting it break out', () => {
    const { request, problems } = compose(upload, {
      path: { id: 'a/b?c#d', path: 'x y/z' },
      query: { tag: ['1&2', '3'] },
    })
    assert.equal(request.url, `${origin}/api/v1/things/a%2Fb%3Fc%23d/files/x%20y/z?tag=1%262&tag=3`)
    assert.deepEqual(problems, [])
  })

  it('cannot be sent with an empty part of the path, nor with one that leads elsewhere', () => {
    assert.deepEqual(compose(upload, { path: { id: '', path: '%2E./x' } }).problems, [
      { name: 'id', message: 'Required' },
      { name: 'path', message: 'Cannot be . or ..' },
    ])
  })

  it('carries the end user only where one is taken, and no credentials where none are needed', () => {
    const headers = (id: string) =>
      compose(operationOf(id), {}, { username: 'ada' }).request.headers.map((header) => header.name)
    assert.deepEqual(headers('GET/api/v1/things'), ['x-api-key', 'x-username'])
    assert.deepEqual(headers('POST/api/v1/things'), ['x-api-key', 'content-type'])
    assert.deepEqual(headers('GET/api/v1/ping'), [])
  })

  it('of a signed-in person carries the token against forged requests when it writes', () => {
    const { request } = compose(
      operationOf('DELETE/api/v1/things/{id}/files/{path+}'),
      { path: { id: '1', path: '2' } },
      { auth: 'session', projectId: 'p1' },
    )
    assert.deepEqual(request.headers, [{ name: 'x-csrf-token', variable: 'STOA_CSRF_TOKEN' }])
    assert.match(requestToCurl(request), /-b "thing_session=\$STOA_SESSION"/)
  })

  it('of a signed-in user names the project; a key has its own', () => {
    const headers = (auth: 'key' | 'session') =>
      compose(operationOf('GET/api/v1/things'), {}, { auth, projectId: 'p1' }).request.headers
    assert.deepEqual(headers('session'), [{ name: 'x-project-id', value: 'p1' }])
    assert.deepEqual(headers('key'), [{ name: 'x-api-key', variable: 'STOA_API_KEY' }])
  })
})

describe('a draft', () => {
  it('starts from examples, but from no id, since none of those belongs to anything here', () => {
    const parameter = (name: string, location: string, example: string, required = true) => ({
      name,
      in: location,
      example,
      required,
      schema: {},
    })
    const operation = {
      ...upload,
      body: null,
      parameters: [
        parameter('id', 'path', '0199f1a0-0000-7000-8000-000000000001'),
        parameter('slug', 'path', 'weather'),
        parameter('toolkitSlug', 'query', 'demo'),
        parameter('q', 'query', 'word', false),
      ],
    }
    const { path, query } = emptyDraft(operation)
    assert.deepEqual([path, query], [{ id: '', slug: 'weather' }, { toolkitSlug: 'demo' }])
  })

  it('knows where ids in the example of a body would be found, and leaves out what only labels something', async () => {
    const [config, file, label] = [1, 2, 3].map((n) => `0199f1a0-0000-7000-8000-00000000000${n}`)
    assert.deepEqual(
      idsInBody({ authConfig: { id: config }, ids: [file], executionId: label, n: [1, null] }),
      [
        { id: config, list: '/api/v1/auth_configs' },
        { id: file, list: '/api/v1/file' },
      ],
    )
    const description = new URL('../../../../../server/openapi.json', import.meta.url)
    const real = readSpec(JSON.parse(await readFile(description, 'utf8')))
    const found = real.operations.flatMap((each) => idsInBody(describeOperation(real, each).body?.example))
    assert.ok(found.length >= 7, JSON.stringify(found))
    for (const { list } of found) assert.ok(real.document.paths?.[list]?.get, list)
  })

  it('finds an id in the list that holds what the path names', () => {
    const listed = { document: { paths: { '/things': { get: {} }, '/things/{id}/parts': { get: {} } } } }
    const listFor = (path: string, name: string) => listOf(listed, path, name)
    assert.equal(listFor('/things/{id}', 'id'), '/things')
    assert.equal(listFor('/things/{id}/restart', 'id'), '/things')
    assert.equal(listFor('/things/{id}/parts/{partId}', 'partId'), null)
    assert.equal(listFor('/others/{id}', 'id'), null)
  })

  it('gets ids of objects that exist, and keeps what was typed', () => {
    const draft = { ...emptyDraft(upload), path: { id: '', path: 'typed' }, bodyText: '{"fileId":"old"}' }
    const locationOf = (name: string) => ({ in: 'path', name, list: '/things' }) as const
    assert.deepEqual(withId(draft, locationOf('id'), 'real').path, { id: 'real', path: 'typed' })
    assert.deepEqual(withId(draft, locationOf('path'), 'real').path, draft.path)
    const inBody = { in: 'body', id: 'old', list: '/things' } as const
    assert.equal(withId(draft, inBody, 'real').bodyText, '{"fileId":"real"}')
  })
})
