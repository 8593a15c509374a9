import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { upload, uploadAs } from '../../src/areas/files/testing.ts'
import { type ApiResponse, type Caller, startTestApp, type TestProject } from '../harness.ts'
import { multipart } from '../multipart.ts'
import { until } from '../until.ts'

const received: string[] = []
const service = createServer(async (request, response) => {
  received.push(Buffer.concat(await request.toArray()).toString())
  const isLarge = request.url === '/large'
  response.writeHead(200, { 'content-type': isLarge ? 'text/plain' : 'application/octet-stream' })
  response.end(isLarge ? 'x'.repeat(300_000) : 'the bytes')
})
await once(service.listen(0, '127.0.0.1'), 'listening')
const origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`

const app = await startTestApp({
  allowPrivate: '127.0.0.1',
  hasPieces: false,
  llm: { providers: [{ name: 'openai', baseUrl: `${origin}/v1`, keys: ['k'] }] },
})
app.app.runs.start()
after(async () => {
  await app.app.runs.stop()
  await app.stop()
  service.closeAllConnections()
  service.close()
})

let project: TestProject
/** May do everything around files, but nothing with them. */
let narrow: Caller
let fileId: string
let bobsFile: string

const others = ['tools:*', 'sandbox:*', 'llm:*', 'table:*', 'toolkits:*']

async function keyWith(scopes: string[]): Promise<Caller> {
  const { body } = await project.admin.post('/api/v1/api-keys', { name: 'k', role: 'member', scopes })
  return app.callerWith({ 'x-api-key': body.data.key })
}

before(async () => {
  project = await app.newProject()
  narrow = (await keyWith(others)).as('ada')
  fileId = (await uploadAs(project.admin.as('ada'), 'a.txt', 'of ada alone')).file.id
  bobsFile = (await uploadAs(project.admin.as('bob'), 'b.txt', 'of bob alone')).file.id
})

async function countOfFiles(): Promise<number> {
  const { status, body, text } = await project.admin.as('ada').get('/api/v1/file')
  assert.equal(status, 200, text)
  return body.total
}

const lacks = (response: ApiResponse, scope: string) =>
  assert.deepEqual(
    [response.status, response.body?.error?.code, response.body?.error?.requiredScope],
    [403, 'insufficient_scope', scope],
    response.text,
  )

describe('a key without a scope of files', () => {
  test('brings no file into a sandbox and none out of it', async () => {
    const { body } = await narrow.post('/api/v1/sandbox/sessions', {})
    const files = `/api/v1/sandbox/sessions/${body.data.id}/files`
    lacks(await narrow.post(`${files}/import`, { fileId }), 'files:read')
    await narrow.put(`${files}?path=x.txt`, 'hello', { 'content-type': 'text/plain' })
    const before = await countOfFiles()
    lacks(await narrow.post(`${files}/export`, { path: 'x.txt' }), 'files:write')
    assert.equal(await countOfFiles(), before)
    const wide = (await keyWith([...others, 'files:*'])).as('ada')
    assert.equal((await wide.post(`${files}/import`, { fileId })).status, 200)
    assert.equal((await wide.post(`${files}/export`, { path: 'x.txt' })).status, 200)
    assert.equal((await wide.post(`${files}/import`, { fileId: bobsFile })).status, 404)
    const across = await project.admin.post(
      `${files}/import`,
      { fileId: bobsFile },
      { 'x-act-across-users': 'true' },
    )
    assert.equal(across.status, 404, across.text)
  })

  test('hands no file to a tool, and has none made', async () => {
    const imported = await project.admin.post('/api/v1/toolkits/import/openapi', {
      slug: 'drop',
      spec: {
        openapi: '3.0.3',
        info: { title: 'Drop', version: '1' },
        servers: [{ url: origin }],
        paths: {
          '/drop': {
            put: {
              operationId: 'drop',
              requestBody: {
                content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
              },
              responses: { 200: { description: 'ok' } },
            },
          },
        },
      },
    })
    const [{ slug }] = imported.body.data.tools
    const { inputParameters } = (await project.admin.get(`/api/v1/tools/byId/${slug}`)).body.data
    const [argument] = Object.keys(inputParameters.properties)
    const execute = (tool: string, args: object) =>
      narrow.post(`/api/v1/tools/execute/${tool}`, { arguments: args })
    received.length = 0
    lacks(await execute(slug, { [argument!]: fileId }), 'files:read')
    assert.deepEqual(received, [])
    const before = await countOfFiles()
    for (const tool of ['file_list', 'file_info', 'file_read_text'])
      lacks(await execute(tool, tool === 'file_list' ? {} : { fileId }), 'files:read')
    lacks(await execute('file_write', { name: 'x.txt', text: 'x' }), 'files:write')
    lacks(await execute('http_download', { url: `${origin}/bytes` }), 'files:write')
    const bytes = await execute('http_get', { url: `${origin}/bytes` })
    assert.deepEqual([bytes.body.data.successful, bytes.body.data.data.body.fileId], [true, null], bytes.text)
    const large = await execute('http_get', { url: `${origin}/large` })
    assert.deepEqual(
      [large.body.data.truncated, large.body.data.fileId],
      [true, null],
      large.text.slice(0, 500),
    )
    const response = await execute(slug, {})
    assert.equal(response.body.data.data.fileId, null, response.text)
    assert.equal(await countOfFiles(), before)
  })

  test('attaches no file to a call of a model, and has no media made', async () => {
    const content = [
      { type: 'text', text: 'What is in it?' },
      { type: 'file', fileId },
    ]
    const body = { model: 'local/demo', messages: [{ role: 'user', content }] }
    lacks(await narrow.post('/api/v1/ai/llm/chat', body), 'files:read')
    const other = { ...body, messages: [{ role: 'user', content: [{ type: 'file', fileId: bobsFile }] }] }
    assert.equal((await project.admin.as('ada').post('/api/v1/ai/llm/chat', other)).status, 404)
    const media = (kind: string, requested: object) => narrow.post(`/api/v1/ai/media/${kind}`, requested)
    lacks(await media('image', { model: 'openai/gpt-image-1', prompt: 'a cat' }), 'files:write')
    lacks(await media('tts', { model: 'openai/tts-1', text: 'hi' }), 'files:write')
    lacks(await media('stt', { model: 'openai/whisper-1', fileId }), 'files:read')
  })

  test('names no file in a document, also not by an import', async () => {
    const { body } = await project.admin.post('/api/v1/table/collections', {
      name: 'Pictures',
      schema: {
        fields: [
          { name: 'title', type: 'text' },
          { name: 'picture', type: 'file' },
        ],
      },
    })
    const documents = `/api/v1/table/collections/${body.data.id}/documents`
    lacks(await narrow.post(documents, { picture: fileId }), 'files:read')
    const made = await project.admin.as('ada').post(documents, { title: 'a', picture: fileId })
    assert.equal((await narrow.patch(`${documents}/${made.body.data.id}`, { title: 'b' })).status, 200)
    const form = multipart('rows.jsonl', `${JSON.stringify({ title: 'c', picture: fileId })}\n`)
    const started = await narrow.post(`${documents}/import?format=jsonl`, form.body, form.headers)
    assert.equal(started.status, 200, started.text)
    const ended = await until(async () => {
      const { data } = (await narrow.get(`${documents}/import/${started.body.data.id}`)).body
      return data.status === 'failed' || data.status === 'completed' ? data : null
    })
    assert.deepEqual([ended.status, ended.createdCount], ['failed', 0], JSON.stringify(ended))
    assert.match(ended.error, /files:read/)
  })

  test('imports no API description from one', async () => {
    const spec = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {} }
    const { body } = await upload(project.admin, 'document', 'api.json', JSON.stringify(spec))
    const requested = { slug: 'from-file', fileId: body.data.id }
    lacks(await narrow.post('/api/v1/toolkits/import/openapi', requested), 'files:read')
  })
})

test('an end-user token is held to its scopes in the same way', async () => {
  const { body } = await project.admin.get('/api/v1/external-users/username/ada')
  const tokenWith = async (scopes: string[]) => {
    const made = await project.admin.post(`/api/v1/external-users/${body.data.id}/tokens`, { scopes })
    return app.callerWith({ authorization: `Bearer ${made.body.data.token}` })
  }
  const session = await project.admin.as('ada').post('/api/v1/sandbox/sessions', {})
  const files = `/api/v1/sandbox/sessions/${session.body.data.id}/files/import`
  lacks(await (await tokenWith(['sandbox:*'])).post(files, { fileId }), 'files:read')
  const wide = await tokenWith(['sandbox:*', 'files:read'])
  assert.equal((await wide.post(files, { fileId: bobsFile })).status, 404)
  assert.equal((await wide.post(files, { fileId })).status, 200)
})
