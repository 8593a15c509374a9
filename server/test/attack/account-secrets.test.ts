import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { holdsSecret } from '../../src/kernel/secrets/secret-forms.ts'
import { startTestApp, type TestApp, type TestProject } from '../harness.ts'

const tools = '/api/v1/tools'
const toolkits = '/api/v1/toolkits'
const apiKey = 'AbCdEfGh/1234567890+XyZ'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

async function startServer(handle: Handler) {
  const server = createServer((request, response) => {
    request.resume().on('end', () => handle(request, response))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}

const echo = (request: IncomingMessage) => JSON.stringify({ url: request.url, headers: request.headers })
let respond: Handler
const stolen: string[] = []
const service = await startServer((request, response) => respond(request, response))
const thief = await startServer((request, response) => {
  stolen.push(echo(request))
  response.end('thanks')
})
// The same machine under two names: to the guard they are two hosts.
const origin = `http://127.0.0.1:${service.port}`
const elsewhere = `http://localhost:${thief.port}`

let app: TestApp
let project: TestProject
before(async () => {
  app = await startTestApp({ allowPrivate: '127.0.0.1', hasPieces: false })
  project = await app.newProject()
  const placements: Record<string, object[]> = {
    keyed: [{ in: 'header', name: 'x-api-key', field: 'api_key' }],
    queried: [{ in: 'query', name: 'key', field: 'api_key' }],
  }
  for (const [slug, places] of Object.entries(placements)) {
    await post(toolkits, {
      slug,
      name: slug,
      description: '',
      baseUrl: origin,
      authConfigDetails: [{ mode: 'API_KEY', placements: places }],
    })
    const { id } = await post('/api/v1/auth_configs', {
      toolkit: { slug },
      authConfig: { authScheme: 'API_KEY' },
    })
    await post('/api/v1/connected_accounts', {
      authConfig: { id },
      connection: { state: { authScheme: 'API_KEY', val: { api_key: apiKey } } },
    })
  }
})
beforeEach(() => {
  stolen.length = 0
})
after(async () => {
  await app.stop()
  for (const { server } of [service, thief]) {
    server.closeAllConnections()
    server.close()
  }
})

async function post(path: string, body: object, by = project.admin.as('ada')) {
  const { status, text, body: response } = await by.post(path, body)
  assert.equal(status, 200, text)
  return response.data
}

const newTool = (slug: string, more: object) =>
  post(tools, { slug, name: slug, description: slug, inputParameters: {}, ...more })
const execute = (slug: string, body: object = {}) =>
  project.member.as('ada').post(`${tools}/execute/${slug}`, body)
const isClean = (text: string) => assert.equal(holdsSecret(text, [apiKey]), false, text)

async function logOf(id: string): Promise<string> {
  return (await project.admin.as('ada').get(`${tools}/execution-logs/${id}`)).text
}

describe('a secret of an account', () => {
  test('follows no redirect to another host, in whatever part of the request it is', async () => {
    respond = (request, response) => {
      // As services do that move as a whole: the path and the query go along.
      response.writeHead(302, { location: `${elsewhere}${request.url}` }).end()
    }
    await newTool('in_path', { toolkitSlug: 'keyed', http: { url: '/x/{api_key}/y' } })
    await newTool('in_query', { toolkitSlug: 'queried', http: { url: '/x' } })
    await newTool('in_header', { toolkitSlug: 'keyed', http: { url: '/plain' } })
    for (const slug of ['in_path', 'in_query']) {
      const { body, text } = await execute(slug)
      assert.equal(body.data.errorCode, 'host_not_allowed', text)
      isClean(text)
    }
    const proxied = await project.member
      .as('ada')
      .post(`${tools}/proxy`, { toolkitSlug: 'queried', endpoint: '/p' })
    assert.equal(proxied.body.data.errorCode, 'host_not_allowed', proxied.text)
    assert.deepEqual(stolen, [])
    const header = await execute('in_header')
    assert.equal(header.body.data.successful, true, header.text)
    assert.equal(stolen.length, 1)
    isClean(stolen[0]!)
  })

  test('is in no stored file of a response', async () => {
    const forms = [
      apiKey,
      Buffer.from(`x${apiKey}`).toString('base64'),
      Buffer.from(apiKey).toString('hex'),
      encodeURIComponent(apiKey),
    ]
    for (const form of forms) {
      respond = (_, response) => {
        response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(`\u0000 ${form} \u0000`)
      }
      for (const requested of [
        await execute('in_header'),
        await project.member.as('ada').post(`${tools}/proxy`, { toolkitSlug: 'keyed', endpoint: '/b' }),
      ]) {
        const { fileId } = requested.body.data.data
        const file = await project.admin.as('ada').get(`/api/v1/file/download/${fileId}`)
        assert.equal(file.status, 200, file.text)
        assert.match(file.text, /\*{6}/)
        isClean(file.text)
      }
    }
  })

  test('is not shown in part where a response is truncated', async () => {
    respond = (request, response) => {
      const before = Number(new URL(request.url!, origin).searchParams.get('before'))
      response.writeHead(400, { 'content-type': 'text/plain' })
      response.end(`${'x'.repeat(before)}${request.headers['x-api-key']}`)
    }
    const ada = project.member.as('ada')
    const spec = {
      openapi: '3.0.3',
      info: { title: 'Described', version: '1' },
      servers: [{ url: origin }],
      paths: { '/x': { get: { operationId: 'x', parameters: [{ name: 'before', in: 'query' }] } } },
    }
    const placements = [{ in: 'header', name: 'x-api-key', field: 'api_key' }]
    const authConfigDetails = [{ mode: 'API_KEY', placements }]
    const imported = await post(`${toolkits}/import/openapi`, { slug: 'described', spec, authConfigDetails })
    const { slug } = imported.tools[0]
    const customConnectionData = { toolkitSlug: 'described', authScheme: 'API_KEY', val: { api_key: apiKey } }
    for (const before of [3_980, 3_992]) {
      for (const response of [
        await ada.post(`${tools}/proxy`, { toolkitSlug: 'keyed', endpoint: `/x?before=${before}` }),
        await execute(slug, { arguments: { before: String(before) }, customConnectionData }),
      ]) {
        assert.equal(response.body.data.errorCode, 'upstream_4xx', response.text)
        for (const text of [response.text, await logOf(response.body.data.logId)]) {
          assert.match(text, /x{3000}/)
          assert.equal(text.includes(apiKey.slice(0, 6)), false, text)
        }
      }
    }
  })

  test('is in the name of no file', async () => {
    const named = 'NamedKey-1234567890'
    const customConnectionData = { toolkitSlug: 'keyed', authScheme: 'API_KEY', val: { api_key: named } }
    await newTool('named', { toolkitSlug: 'keyed', http: { url: '/x/{api_key}' } })
    for (const headers of [{}, { 'content-disposition': `attachment; filename="of-${named}.bin"` }]) {
      respond = (_, response) => {
        response
          .writeHead(200, { 'content-type': 'application/octet-stream', ...headers })
          .end('\u0000\u0001')
      }
      const reply = await execute('named', { customConnectionData })
      const file = await project.admin.as('ada').get(`/api/v1/file/meta/${reply.body.data.data.fileId}`)
      assert.match(file.body.data.name, /\[hidden\]/, file.text)
      for (const { text } of [reply, file]) assert.equal(holdsSecret(text, [named]), false, text)
    }
  })

  test('that a service gave along with the token is as secret as that', async () => {
    const other = 'OtherToken1234567890'
    respond = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ access_token: 'the-token', token_type: 'bearer', user_token: other }))
    }
    const oauth2 = { tokenUrl: `${origin}/token` }
    await post(toolkits, {
      slug: 'talkative',
      name: 'T',
      description: '',
      baseUrl: origin,
      authConfigDetails: [{ mode: 'S2S_OAUTH2', oauth2 }],
    })
    const { id } = await post('/api/v1/auth_configs', {
      toolkit: { slug: 'talkative' },
      authConfig: { authScheme: 'S2S_OAUTH2' },
    })
    const val = { client_id: 'the-client', client_secret: 'the-secret-of-the-client' }
    await post('/api/v1/connected_accounts', {
      authConfig: { id },
      connection: { state: { authScheme: 'S2S_OAUTH2', val } },
    })
    respond = (request, response) =>
      void response.writeHead(302, { location: `${elsewhere}${request.url}` }).end()
    await newTool('other_in_path', { toolkitSlug: 'talkative', http: { url: '/x/{user_token}' } })
    await newTool('other_in_host', {
      toolkitSlug: 'talkative',
      http: { url: 'https://{user_token}.example/' },
    })
    for (const [slug, body] of [
      ['other_in_path', {}],
      ['other_in_host', {}],
      ['other_in_host', { dryRun: true }],
    ] as const) {
      const { text } = await execute(slug, body)
      assert.doesNotMatch(text, new RegExp(other, 'i'))
    }
    assert.deepEqual(stolen, [])
  })

  test('is seen by no script, whatever the service echoes', async () => {
    respond = (request, response) => {
      const key = String(request.headers['x-api-key'])
      const isBinary = request.url!.includes('binary')
      response.writeHead(request.url!.includes('redirect') ? 302 : 200, {
        'content-type': isBinary ? 'application/octet-stream' : 'application/json',
        'x-echo': key,
        location: `${elsewhere}/?k=${encodeURIComponent(key)}`,
      })
      response.end(isBinary ? Buffer.from(`\u0000${Buffer.from(key).toString('base64')}`) : echo(request))
    }
    await newTool('curious', {
      toolkitSlug: 'keyed',
      script: {
        language: 'javascript',
        source: `
          const seen = []
          for (const path of ['/json', '/binary', '/redirect']) {
            const response = await fetch('${origin}' + path, { headers: { 'accept-encoding': 'zstd' } })
            const bytes = new Uint8Array(await response.arrayBuffer())
            const codes = [...bytes]
            seen.push({ bytes: codes.map((code) => code ^ 1), echo: [...(response.headers.get('x-echo') ?? '')],
              location: [...(response.headers.get('location') ?? '')] })
          }
          return seen`,
      },
    })
    const { body, text } = await execute('curious')
    assert.equal(body.data.successful, true, text)
    for (const { bytes, echo: echoed, location } of body.data.data) {
      isClean(Buffer.from(bytes.map((code: number) => code ^ 1)).toString('latin1'))
      isClean(echoed.join(''))
      isClean(location.join(''))
    }
    assert.match(Buffer.from(body.data.data[0].bytes.map((code: number) => code ^ 1)).toString(), /\*{6}/)
    respond = (_, response) => void response.writeHead(200, { 'content-encoding': 'zstd' }).end('??')
    assert.equal((await execute('curious')).body.data.successful, false)
  })
})

describe('secrets that a caller writes into a request', () => {
  const token = 'tok-5f1d9c0a77'

  test('are neither shown nor stored', async () => {
    respond = (request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(echo(request))
    }
    const headers = { Authorization: `Bearer ${token}`, 'X-Api-Key': 'shrt', Accept: 'application/json' }
    const args = { url: `${origin}/x?api_key=${token}-q`, headers, query: { access_token: `${token}-p` } }
    for (const response of [
      await execute('http_get', { arguments: args }),
      await execute('http_request', { arguments: { ...args, method: 'POST', body: { a: 1 } } }),
      await project.member
        .as('ada')
        .post(`${tools}/proxy`, { toolkitSlug: 'keyed', endpoint: '/x', headers }),
    ]) {
      assert.equal(response.body.data.successful, true, response.text)
      assert.equal(holdsSecret(response.text, [token]), false, response.text)
      const log = await logOf(response.body.data.logId)
      assert.equal(holdsSecret(log, [token]), false, log)
      assert.equal(JSON.parse(log).data.arguments.headers['X-Api-Key'], '[hidden]')
      assert.equal(JSON.parse(log).data.arguments.headers.Accept, 'application/json')
      const fixture = await project.admin
        .as('ada')
        .post(`${tools}/fixtures`, { logId: response.body.data.logId })
      assert.equal(fixture.status, 200, fixture.text)
      assert.equal(holdsSecret(fixture.text, [token]), false, fixture.text)
    }
    const dry = await execute('http_get', { arguments: args, dryRun: true })
    assert.equal(holdsSecret(dry.text, [token]), false, dry.text)
  })

  test('do not follow a redirect to another host', async () => {
    respond = (_, response) => void response.writeHead(302, { location: `${elsewhere}/` }).end()
    await execute('http_get', {
      arguments: { url: `${origin}/x`, headers: { 'X-Api-Key': token, Cookie: token } },
    })
    assert.equal(stolen.length, 1)
    assert.equal(stolen[0]!.includes(token), false, stolen[0])
  })
})

describe('static values of a custom tool', () => {
  const value = 'static-secret-0d9f8e'
  const http = {
    url: '/static',
    method: 'GET',
    headers: { Authorization: `Bearer ${value}`, 'X-Team': 'team-of-the-tool', Accept: 'application/json' },
    query: { api_key: value, page: '{{page}}' },
  }

  test('are shown as a placeholder, and retained when it is sent back', async () => {
    await post(toolkits, { slug: 'static', name: 'S', description: '', baseUrl: origin, noAuth: true })
    const made = await newTool('static_get', { toolkitSlug: 'static', noAuth: true, http })
    const path = `${tools}/byId/${made.id}`
    const visible = (await project.admin.get(path)).body.data.http
    assert.deepEqual(visible.headers, {
      Authorization: '[hidden]',
      'X-Team': '[hidden]',
      Accept: 'application/json',
    })
    assert.deepEqual(visible.query, { api_key: '[hidden]', page: '{{page}}' })
    let seen = ''
    respond = (request, response) => {
      seen = echo(request)
      response.writeHead(200, { 'content-type': 'application/json' }).end(seen)
    }
    const run = async () => {
      const response = await execute('static_get', { arguments: { page: 2 } })
      assert.equal(response.body.data.successful, true, response.text)
      assert.equal(holdsSecret(response.text, [value]), false, response.text)
      assert.equal(holdsSecret(await logOf(response.body.data.logId), [value]), false)
      assert.ok(seen.includes(`Bearer ${value}`), seen)
      assert.ok(seen.includes(`api_key=${value}`), seen)
    }
    await run()
    const changed = await project.member.patch(path, { http: { ...visible, url: '/static/v2' } })
    assert.equal(changed.status, 200, changed.text)
    assert.equal(changed.text.includes(value), false)
    await run()
    const dry = await execute('static_get', { arguments: { page: 2 }, dryRun: true })
    assert.equal(holdsSecret(dry.text, [value]), false, dry.text)
    assert.equal(dry.body.data.request.headers.authorization, '[hidden]')
  })

  test('do not move to another host by the placeholder, by the toolkit, or by its base URL', async () => {
    const customAuthParams = { baseUrl: elsewhere, parameters: [] }
    const lured = await execute('static_get', { arguments: { page: 2 }, customAuthParams })
    assert.equal(lured.body.error?.code, 'invalid_parameter', lured.text)
    assert.deepEqual(stolen, [])
    const { id } = (await project.admin.get(`${tools}/byId/static_get`)).body.data
    const path = `${tools}/byId/${id}`
    const visible = (await project.member.get(path)).body.data.http
    const moved = await project.member.patch(path, { http: { ...visible, url: `${elsewhere}/steal` } })
    assert.deepEqual([moved.status, moved.body.error?.code], [400, 'invalid_parameter'], moved.text)
    await project.member.post(toolkits, {
      slug: 'thiefs',
      name: 'T',
      description: '',
      baseUrl: elsewhere,
      noAuth: true,
    })
    for (const body of [{ toolkitSlug: 'thiefs' }, { toolkitSlug: 'thiefs', http: visible }])
      assert.equal((await project.member.patch(path, body)).status, 400, JSON.stringify(body))
    const base = await project.member.patch(`${toolkits}/byId/static`, { baseUrl: elsewhere })
    assert.equal(base.body.error?.code, 'admin_only', base.text)
    const made = await project.member.post(tools, {
      slug: 'of_marks',
      name: 'M',
      description: '',
      inputParameters: {},
      toolkitSlug: 'static',
      http: visible,
    })
    assert.equal(made.status, 400, made.text)
    const input = { ...visible, url: `${elsewhere}/mine`, headers: { Authorization: 'mine' }, query: {} }
    assert.equal((await project.member.patch(path, { http: input })).status, 200)
  })

  test('do not follow a redirect to another host', async () => {
    await newTool('static_query', {
      toolkitSlug: 'static',
      noAuth: true,
      http: { url: '/q', query: { api_key: value } },
    })
    respond = (request, response) =>
      void response.writeHead(307, { location: `${elsewhere}${request.url}` }).end()
    const reply = await execute('static_query')
    assert.equal(reply.body.data.errorCode, 'host_not_allowed', reply.text)
    assert.deepEqual(stolen, [])
  })
})
