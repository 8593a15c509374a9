import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp, type TestProject } from '../../../../test/harness.ts'
import { until } from '../../../../test/until.ts'
import { createJsonSchemas } from '../../../kernel/json-schema/json-schemas.ts'
import type { BuiltInDeps } from './all.ts'
import { builtInToolkits } from './all.ts'

// Definitions alone need nothing of what they are made with.
const toolkits = builtInToolkits({ schemas: createJsonSchemas() } as BuiltInDeps)
const all = toolkits.flatMap((toolkit) =>
  toolkit.tools.map((tool) => ({ slug: `${toolkit.slug}_${tool.operation}`, tool })),
)

let app: TestApp
let project: TestProject
let server: Server
let origin: string

before(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      response.setHeader('content-type', request.url === '/bytes' ? 'image/x-test' : 'application/json')
      response.end(
        request.url === '/bytes'
          ? Buffer.from([1, 2, 255])
          : JSON.stringify({ method: request.method, url: request.url, headers: request.headers, body }),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`
  app = await startTestApp({ allowPrivate: `127.0.0.1:${port}` })
  project = await app.newProject()
})
after(async () => {
  await app.app.runs.stop(0)
  await app.stop()
  server.close()
})

async function run(slug: string, args: object) {
  const { body, text } = await project.admin
    .as('ada')
    .post(`/api/v1/tools/execute/${slug}`, { arguments: args })
  assert.ok(body.success, text)
  return body.data
}

test('there are many, and all of them have schemas for models', () => {
  assert.ok(all.length >= 60, `only ${all.length}`)
  assert.equal(new Set(all.map(({ slug }) => slug)).size, all.length)
  for (const { slug, tool } of all) {
    assert.match(slug, /^[a-z0-9_-]{1,64}$/)
    assert.ok(tool.description.length >= 25, slug)
  }
})

describe('schemas', () => {
  const schemas = createJsonSchemas()
  for (const { slug, tool } of all)
    test(slug, () => {
      assert.deepEqual(schemas.faultsOf(tool.input), [])
      assert.deepEqual(schemas.faultsOf(tool.output), [])
      assert.deepEqual(schemas.compile(tool.input).check(tool.example.arguments).faults, [])
      if (tool.example.result !== undefined)
        assert.deepEqual(schemas.compile(tool.output).check(tool.example.result).faults, [])
    })
})

describe('what the example promises is what comes out', () => {
  for (const { slug, tool } of all.filter(
    ({ tool: { example }, slug: name }) => example.result !== undefined && !name.endsWith('python'),
  ))
    test(slug, async () => {
      const { data, error, warnings, creditsCharged } = await run(slug, tool.example.arguments)
      assert.equal(error, null)
      assert.deepEqual(data, tool.example.result)
      assert.deepEqual(warnings, [])
      assert.equal(creditsCharged, 2)
    })
})

describe('errors in arguments that no schema finds are reported', () => {
  const long = 'a'.repeat(40_000)
  const manyColumns = Array.from({ length: 2_000 }, (_, i) => `c${i}`).join()
  const cases: [string, object, RegExp][] = [
    ['json_parse', { text: '{' }, /not JSON/],
    ['json_set', { document: {}, path: '__proto__.x', value: 1 }, /not a place/],
    ['json_validate', { value: 1, schema: { $ref: 'http://x/' } }, /cannot be used/],
    ['regex_test', { text: 'a', pattern: '(?=a)' }, /in RE2 syntax/],
    [
      'regex_replace',
      { text: 'a', pattern: '(a)', replacement: '$2' },
      /group \$2, but the pattern has 1 group/,
    ],
    ['regex_replace', { text: 'a', pattern: '(?<x>a)', replacement: '\x24{y}' }, /\{y\}, but .* 1 group, x/],
    ['math_calculate', { expression: '1 +' }, /ends too early/],
    ['math_calculate', { expression: 'constructor(1)' }, /no function/],
    ['math_calculate', { expression: '1/0' }, /no number/],
    ['math_calculate', { expression: '('.repeat(300) }, /too deep/],
    ['math_convert_units', { value: 1, from: 'kg', to: 'm' }, /different things/],
    ['datetime_convert', { time: '2026-02-30', to: 'UTC' }, /no such day/],
    ['datetime_now', { timeZone: 'Mars/Base' }, /time zone/],
    ['datetime_cron_next', { cron: 'x' }, /./],
    ['encoding_base64_decode', { text: '***' }, /not base64/],
    ['encoding_hex_decode', { text: 'ff' }, /no UTF-8/],
    ['csv_parse', { text: 'a,b\n"1' }, /no CSV/],
    ['csv_pick_columns', { text: 'a\n'.repeat(50_000), columns: Array(50).fill('a') }, /too many cells/],
    ['csv_write', { rows: Array(3_000).fill({ a: 1 }), columns: Array(400).fill('a') }, /too many cells/],
    ['csv_summarize', { text: `${manyColumns}\n${manyColumns}\n${'1\n'.repeat(1000)}` }, /too many cells/],
    ['text_replace', { text: long, search: 'a', replacement: long.slice(0, 10_000) }, /longer than/],
    ['text_join', { parts: Array(20_000).fill(''), separator: ' '.repeat(1000) }, /longer than/],
    ['text_fill_template', { template: '{{a}}'.repeat(1000), values: { a: long } }, /longer than/],
    ['regex_replace', { text: long, pattern: 'a', replacement: long.slice(0, 10_000) }, /longer than/],
    ['regex_replace', { text: long, pattern: 'a', replacement: '$`' }, /longer than/],
    ['regex_replace', { text: long, pattern: '(a+)', replacement: '$1'.repeat(1000) }, /longer than/],
    ['json_flatten', { document: { [long]: Array(1000).fill(1) } }, /longer than/],
    ['crypto_decode_jwt', { token: 'nothing' }, /no JSON Web Token/],
    ['sandbox_run_javascript', { source: 'throw new Error("oh")' }, /oh/],
  ]
  for (const [slug, args, message] of cases)
    test(`${slug} ${JSON.stringify(args).slice(0, 40)}`, async () => {
      const { successful, error, creditsCharged, errorCode } = await run(slug, args)
      assert.equal(successful, false)
      assert.match(error, message)
      assert.ok(['arguments_invalid', 'script_error'].includes(errorCode), errorCode)
      assert.equal(creditsCharged, 0)
    })
})

test('Markdown becomes HTML in which nothing of the text is markup', async () => {
  const markdown = [
    '# A <b>\r\n',
    'one [x](https://a.test/?a=1&b="2") [y](javascript:alert(1))',
    'two `<i>`',
    '',
    '3. c',
    '',
    '| h |',
    '|---|',
    '| **v** |',
    '',
    '```js',
    '# <no heading>',
    '```',
  ].join('\n')
  const { data } = await run('markdown_to_html', { markdown })
  assert.equal(
    data.html,
    [
      '<h1>A &lt;b&gt;</h1>',
      '<p>one <a href="https://a.test/?a=1&amp;b=&quot;2&quot;">x</a> [y](javascript:alert(1))\ntwo <code>&lt;i&gt;</code></p>',
      '<ol start="3"><li>c</li></ol>',
      '<table><tr><th>h</th></tr><tr><td><strong>v</strong></td></tr></table>',
      '<pre><code># &lt;no heading&gt;</code></pre>',
    ].join(''),
  )
  const outline = await run('markdown_outline', { markdown })
  assert.deepEqual(outline.data.headings, [{ level: 1, text: 'A <b>' }])
})

test('csv_write covers whatever a spreadsheet would run', async () => {
  const cells = ['=1+1', "-2+3+cmd|' /C calc'!D2", '\uff1d1+1', '-2.5', '-']
  const { data } = await run('csv_write', { rows: cells.map((a) => ({ '@x': a })), delimiter: ';' })
  assert.deepEqual(data.text.split('\n').slice(0, -1), [
    "'@x",
    "'=1+1",
    "'-2+3+cmd|' /C calc'!D2",
    "'\uff1d1+1",
    '-2.5',
    "'-",
  ])
})

describe('tools that reach out', () => {
  test('http', async () => {
    const got = await run('http_get', { url: `${origin}/x`, query: { a: ['1', 2] } })
    assert.equal(got.data.body.url, '/x?a=1&a=2')
    const sent = await run('http_request', {
      url: `${origin}/`,
      method: 'PUT',
      body: { a: 'b c' },
      contentType: 'form',
    })
    assert.equal(sent.data.body.body, 'a=b+c')
    const bytes = await run('http_get', { url: `${origin}/bytes` })
    assert.equal(bytes.data.body.sizeBytes, 3)
    const inside = await run('http_get', { url: 'http://169.254.169.254/latest' })
    assert.equal(inside.errorCode, 'host_not_allowed')
    const stored = await run('http_download', { url: `${origin}/bytes`, name: 'x.bin' })
    const { data } = await run('file_info', { fileId: stored.data.fileId })
    assert.equal(data.file.name, 'x.bin')
  })
  test('webhook signs what it sends, and knows what it has signed', async () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const { data } = await run('webhook_send', { url: `${origin}/hook`, payload: { a: 1 }, secret })
    assert.equal(data.status, 200)
    const signed = await run('webhook_sign', { payload: { a: 1 }, secret, id: 'msg_1' })
    const {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signature,
    } = signed.data.headers
    const verified = await run('webhook_verify', { secret, id, timestamp, signature, body: signed.data.body })
    assert.equal(verified.data.isValid, true)
    const forged = await run('webhook_verify', { secret, id, timestamp, signature, body: '{}' })
    assert.equal(forged.data.isValid, false)
  })
})

describe('tools of the server', () => {
  test('table', async () => {
    await project.admin.post('/api/v1/table/collections', {
      name: 'Tickets',
      slug: 'tickets',
      mode: 'flexible',
    })
    const { data: made } = await run('table_insert', {
      collection: 'tickets',
      data: { status: 'open', size: 3 },
    })
    await run('table_update', { collection: 'tickets', id: made.document.id, data: { status: 'done' } })
    const { data: found } = await run('table_query', {
      collection: 'tickets',
      filter: { status: { _eq: 'done' } },
    })
    assert.equal(found.documents[0].size, 3)
    const { data: stats } = await run('table_aggregate', { collection: 'tickets', groupBy: ['status'] })
    assert.equal(stats.groups.length, 1)
    const { data: listed } = await run('table_list_collections', {})
    assert.deepEqual(
      listed.collections.map(({ slug }: { slug: string }) => slug),
      ['tickets'],
    )
    const { data: got } = await run('table_get', { collection: 'tickets', id: made.document.id })
    assert.equal(got.document.status, 'done')
    await run('table_delete', { collection: 'tickets', id: made.document.id })
    assert.equal(
      (await run('table_get', { collection: 'tickets', id: made.document.id })).errorCode,
      'not_found',
    )
    assert.equal((await run('table_query', { collection: 'none' })).errorCode, 'not_found')
  })
  test('knowledge', async () => {
    const created = await project.admin.as('ada').post('/api/v1/knowledge/collections', { name: 'Handbook' })
    const collectionId = created.body.data.id
    const content = 'Refunds are paid to the original card within five working days.'
    const added = await run('knowledge_ingest', { collectionId, title: 'Refunds', content })
    assert.deepEqual([added.data?.sourceKey, added.data?.status], ['text:Refunds', 'queued'], added.error)
    const file = await run('file_write', { name: 'note.md', text: 'Parcels are sent from Lisbon.' })
    const { data: ofFile } = await run('knowledge_ingest', { collectionId, fileId: file.data.fileId })
    assert.equal(ofFile.sourceKey, `file:${file.data.fileId}`)
    const both = await run('knowledge_ingest', { collectionId, content, fileId: file.data.fileId })
    assert.equal(both.errorCode, 'arguments_invalid')
    const away = await run('knowledge_ingest_url', { collectionId, url: 'http://169.254.169.254/' })
    assert.equal(away.successful, false)
    app.app.runs.start()
    const passages = await until(async () => {
      const { data } = await run('knowledge_search', { collectionIds: [collectionId], query: 'refund' })
      // The file may be ready first, and is a little similar.
      return data.passages.some(({ source }: { source: string }) => source === 'text:Refunds')
        ? data.passages
        : null
    }, 'the text to be found')
    assert.deepEqual([passages[0].source, passages[0].text], ['text:Refunds', content])
    const { data: listed } = await run('knowledge_list_collections', {})
    assert.deepEqual(
      listed.collections.map(({ id }: { id: string }) => id),
      [collectionId],
    )
    // Another user has neither this collection nor a way to add to it.
    const asEve = async (slug: string, args: object) =>
      (await project.admin.as('eve').post(`/api/v1/tools/execute/${slug}`, { arguments: args })).body
    const refused = await asEve('knowledge_ingest', { collectionId, content })
    assert.equal(refused.data.errorCode, 'not_found')
    const hidden = await asEve('knowledge_search', { collectionIds: [collectionId], query: 'refund' })
    assert.deepEqual(hidden.data.data.passages, [])
  })
  test('file', async () => {
    const { data: written } = await run('file_write', { name: 'note.txt', text: 'Grüße aus Köln' })
    const { data: part } = await run('file_read_text', { fileId: written.fileId, maxBytes: 4 })
    assert.deepEqual(part, { text: 'Grü', isWhole: false, nextOffset: 4 })
    const { data: rest } = await run('file_read_text', { fileId: written.fileId, offset: 4 })
    assert.equal(rest.text, 'ße aus Köln')
    assert.ok((await run('file_list', { q: 'note' })).data.total >= 1)
    const { body } = await project.admin
      .as('eve')
      .post('/api/v1/tools/execute/file_read_text', { arguments: { fileId: written.fileId } })
    assert.equal(body.data.errorCode, 'not_found')
  })
  test('a key that may only execute tools gets no further by them', async () => {
    const { body } = await project.admin.post('/api/v1/api-keys', {
      name: 'narrow',
      scopes: ['tools:execute'],
    })
    const narrow = app.callerWith({ 'x-api-key': body.data.key })
    const refused = await narrow.post('/api/v1/tools/execute/table_list_collections', { arguments: {} })
    assert.equal(refused.status, 403)
    assert.equal(refused.body.error.requiredScope, 'table:read')
    assert.equal((await narrow.post('/api/v1/tools/execute/crypto_uuid')).body.data.successful, true)
  })
  test('human: a question waits, is answered once, and the tool sees it', async () => {
    const ada = project.admin.as('ada')
    const { data: requested, logId } = await run('human_ask', { question: 'Go?', options: ['Yes', 'No'] })
    assert.equal(requested.status, 'waiting')
    const path = `/api/v1/tools/human-requests/${requested.requestId}`
    assert.equal((await ada.get(path)).body.data.executionId, logId)
    assert.equal((await ada.get('/api/v1/tools/human-requests?status=waiting')).body.total, 1)
    assert.equal((await project.admin.as('eve').get(path)).status, 404)
    assert.equal((await ada.post(`${path}/answer`, { answer: 'Maybe' })).status, 400)
    assert.equal((await ada.post(`${path}/answer`, { answer: 'Yes' })).body.data.status, 'answered')
    assert.equal((await ada.post(`${path}/answer`, { answer: 'No' })).status, 409)
    assert.equal((await run('human_check', { requestId: requested.requestId })).data.answer, 'Yes')
    const { data: late } = await run('human_ask', { question: 'Later?', expiresInSeconds: 60 })
    app.clock.advance(61_000)
    assert.equal((await run('human_check', { requestId: late.requestId })).data.status, 'expired')
    assert.equal(
      (await ada.post(`/api/v1/tools/human-requests/${late.requestId}/answer`, { answer: 'x' })).status,
      409,
    )
  })
})
