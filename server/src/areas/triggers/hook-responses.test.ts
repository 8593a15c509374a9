import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { TestApp, TestProject } from '../../../test/harness.ts'
import { approve, chainOf, newWorkflow, shout, base as workflows } from '../../../test/workflows/api.ts'
import { startTriggerApp, stopTriggerApp } from './testing.ts'

const base = '/api/v1/trigger_instances'
let app: TestApp
let project: TestProject

before(async () => {
  app = await startTriggerApp()
  project = await app.newProject()
})
after(() => stopTriggerApp(app))

/** The URL of a webhook whose workflow ends with this end node. */
async function hookOf(graph: object, triggerConfig: object = {}) {
  const workflowId = await newWorkflow(project.admin, graph)
  const saved = await project.admin.post(`${base}/webhook/upsert`, {
    workflowId,
    triggerConfig: { signature: 'none', respond: true, ...triggerConfig },
  })
  assert.equal(saved.status, 200, saved.text)
  const { webhookUrl, webhookSecret, triggerId } = saved.body.data
  return { url: new URL(webhookUrl).pathname, secret: webhookSecret as string, triggerId, workflowId }
}

const ending = (end: object, nodes: Parameters<typeof chainOf>[0] = []) => {
  const graph = chainOf(nodes)
  return { ...graph, nodes: graph.nodes.map((node) => (node.id === 'end' ? { ...node, ...end } : node)) }
}

const send = (url: string, body: object, headers: Record<string, string> = {}) =>
  app.anonymous.post(url, JSON.stringify(body), { 'content-type': 'application/json', ...headers })

describe('the response of a webhook', () => {
  test('has the status, headers and body that the end node of the workflow sets', async () => {
    const { url } = await hookOf(
      ending({
        output: { id: '{{ input.id }}' },
        response: {
          status: '{{ input.id > 1 ? 201 : 422 }}',
          headers: { 'X-Order': '{{ input.id }}', 'Cache-Control': 'no-store', 'X-None': '{{ input.none }}' },
        },
      }),
    )
    const created = await send(url, { id: 7 })
    assert.deepEqual([created.status, created.body], [201, { id: 7 }], created.text)
    const { headers } = created
    assert.deepEqual(
      [headers['x-order'], headers['cache-control'], headers['x-none']],
      ['7', 'no-store', undefined],
    )
    assert.match(String(headers['content-type']), /^application\/json/)
    assert.equal((await send(url, { id: 1 })).status, 422)
  })

  test('is text, XML or a page as its content type says, which never runs a script here', async () => {
    for (const [type, output] of [
      [undefined, 'plain'],
      ['text/xml', '<Response><Say>Hi</Say></Response>'],
      ['text/html; charset=utf-8', '<script>alert(1)</script>'],
      ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ]) {
      const headers = type === undefined ? {} : { headers: { 'Content-Type': type } }
      const { url } = await hookOf(ending({ output, response: headers }))
      const got = await send(url, {})
      assert.deepEqual([got.status, got.text], [200, output])
      assert.ok(
        String(got.headers['content-type']).startsWith(type ?? 'text/plain'),
        String(got.headers['content-type']),
      )
      assert.match(
        String(got.headers['content-security-policy']),
        /^sandbox allow-popups; default-src 'none'/,
      )
      assert.equal(got.headers['x-content-type-options'], 'nosniff')
    }
  })

  test('is empty with 204, and a redirect is 303 unless it has another status', async () => {
    const empty = await hookOf(ending({ output: 'unseen', response: { status: 204 } }))
    const nothing = await send(empty.url, {})
    assert.deepEqual([nothing.status, nothing.text], [204, ''])
    const unchanged = await send((await hookOf(ending({ output: 'x', response: { status: 304 } }))).url, {})
    assert.deepEqual([unchanged.status, unchanged.headers['content-length']], [304, undefined])
    const none = await send((await hookOf(ending({ output: null, response: { status: 201 } }))).url, {})
    assert.deepEqual([none.status, none.text], [201, 'null'])
    const redirect = '{{ input.to }}'
    const sends = await hookOf(ending({ response: { redirect } }))
    const to = 'https://pay.example.com/c/1?a=b#c'
    const sent = await send(sends.url, { to })
    assert.deepEqual([sent.status, sent.headers.location], [303, to])
    const keeps = await hookOf(ending({ response: { redirect, status: 307 } }))
    assert.equal((await send(keeps.url, { to })).status, 307)
  })

  test('is that of the end that was reached, also where several were', async () => {
    const edges = [
      { from: 'start', to: 'route' },
      { from: 'route', to: 'bad', condition: '!input.name' },
      { from: 'route', to: 'good' },
      { from: 'route', to: 'log', condition: 'false' },
    ]
    const nodes = [
      { id: 'start', type: 'start' },
      { id: 'route', type: 'branch' },
      { id: 'bad', type: 'end', output: { error: 'name is missing' }, response: { status: 400 } },
      { id: 'good', type: 'end', output: { hello: '{{ input.name }}' }, response: { status: 202 } },
      { id: 'log', type: 'end' },
    ]
    const { url } = await hookOf({ nodes, edges })
    const bad = await send(url, {})
    assert.deepEqual([bad.status, bad.body], [400, { error: 'name is missing' }])
    const good = await send(url, { name: 'Ada' })
    assert.deepEqual([good.status, good.body], [202, { hello: 'Ada' }])
    const both = await hookOf({
      nodes: nodes.filter(({ id }) => id !== 'route'),
      edges: ['bad', 'good', 'log'].map((to) => ({ from: 'start', to })),
    })
    const first = await send(both.url, { name: 'Ada' })
    assert.deepEqual([first.status, first.body], [400, { error: 'name is missing' }])
  })

  test('500 for a status, header or redirect that an expression made unsafe', async () => {
    const responses = [
      { status: '{{ input.bad }}' },
      { status: '{{ 99 }}' },
      { status: '{{ 302 }}' },
      { headers: { 'X-A': '{{ "a\\r\\nSet-Cookie: stoa=1" }}' } },
      { headers: { 'X-A': '{{ input }}' } },
      { headers: { 'X-A': '{{ "\u0107" }}' } },
      { redirect: 'javascript:alert(1)' },
      { redirect: '/dashboard' },
      { redirect: '//evil.example.com' },
      { redirect: 'https://user:secret@a.example.com' },
      { redirect: '{{ input.list }}' },
      { status: '{{ "0xC9" }}' },
      { status: '{{ input.numbers }}' },
      { redirect: '{{ "https://a.example.com" }}', status: '{{ 200 }}' },
      // Clients and proxies read headers of 16 KiB; larger ones are an error that hides the response.
      { headers: { 'X-A': '{{ input.long }}', 'X-B': '{{ input.long }}' } },
      { headers: { 'X-A': '{{ input.long }}' }, redirect: 'https://a.example.com/?{{ input.long }}' },
      // Each part of it would be a separate page.
      { headers: { 'Content-Type': 'multipart/X-Mixed-Replace;boundary=a' } },
    ]
    const long = 'y'.repeat(7_000)
    for (const response of responses) {
      const { url } = await hookOf(ending({ output: 'x', response }))
      const refused = await send(url, { bad: 'x', list: ['https://a.example.com'], numbers: [201], long })
      assert.deepEqual(
        [refused.status, refused.body.error?.code, refused.headers['set-cookie'], refused.headers.location],
        [500, 'response_invalid', undefined, undefined],
        `${JSON.stringify(response)} ${refused.text}`,
      )
    }
  })

  test('422 for a header that would act on this origin or on a proxy', async () => {
    for (const name of [
      'Set-Cookie',
      'set-cookie2',
      'Content-Security-Policy',
      'X-Frame-Options',
      'X-Content-Type-Options',
      'X-Accel-Redirect',
      'X-Sendfile',
      'X-Request-Id',
      'Access-Control-Allow-Origin',
      'Strict-Transport-Security',
      'Clear-Site-Data',
      'Service-Worker-Allowed',
      'Location',
      'Refresh',
      'Transfer-Encoding',
      'Content-Length',
      'x-a: b\r\nset-cookie',
      '',
    ]) {
      const id = await newWorkflow(project.admin, ending({ response: { headers: { [name]: 'x' } } }), {
        isActive: false,
      })
      const refused = await project.admin.patch(`${workflows}/activeStatus/${id}`, { activeStatus: true })
      assert.deepEqual([refused.status, refused.body.error?.code], [422, 'graph_invalid'], name)
      const [problem] = refused.body.error.problems
      assert.deepEqual([problem.code, problem.nodeId], ['response_header', 'end'], name)
    }
    const graph = ending({ response: { status: 199 } })
    assert.equal((await project.admin.post(`${workflows}/create`, { name: 'Status', graph })).status, 400)
  })

  test('is the same where the execution ended elsewhere, or was resumed by a human', async () => {
    const graph = ending({ output: '{{ input.name }}', response: { status: 201 } })
    const queued = await hookOf(graph, { concurrency: 'queue' })
    const got = await send(queued.url, { name: 'Ada' })
    assert.deepEqual([got.status, got.text], [201, 'Ada'])
    const { url } = await hookOf(ending({ response: { status: 201 } }, [approve]), {
      respondTimeoutMs: 1_000,
    })
    const waiting = await send(url, { name: 'Ada' })
    assert.deepEqual([waiting.status, waiting.body.status], [202, 'paused'])
  })
})

describe('the same request twice', () => {
  test('gets two answers with respond, unless an id in it is signed', async () => {
    const { url } = await hookOf(chainOf([shout], { output: '{{ nodes.shout.output.text }}' }))
    for (let i = 0; i < 2; i++) {
      const got = await send(url, { name: 'ada' })
      assert.deepEqual([got.status, got.body], [200, 'ADA'])
    }
    const signed = await hookOf(chainOf([]), { signature: 'github', dedupe: 'event_id_or_body' })
    const body = { name: 'ada' }
    const signature = createHmac('sha256', signed.secret).update(JSON.stringify(body)).digest('hex')
    const headers = { 'x-hub-signature-256': `sha256=${signature}` }
    assert.equal((await send(signed.url, body, headers)).body.duplicate, undefined)
    assert.equal((await send(signed.url, body, headers)).body.duplicate, true)
  })

  test('starts two executions with dedupe none, and one without respond', async () => {
    const none = await hookOf(chainOf([]), { respond: false, dedupe: 'none' })
    const once = await hookOf(chainOf([]), { respond: false })
    const statuses = async (url: string) => [
      (await send(url, { a: 1 })).status,
      (await send(url, { a: 1 })).status,
    ]
    assert.deepEqual(await statuses(none.url), [202, 202])
    assert.deepEqual(await statuses(once.url), [202, 200])
    const config = { signature: 'none', dedupe: 'body' }
    const refused = await project.admin.post(`${base}/webhook/upsert`, { triggerConfig: config })
    assert.equal(refused.status, 422, refused.text)
  })
})
