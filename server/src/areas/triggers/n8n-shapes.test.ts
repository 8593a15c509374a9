import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'
import type { TestApp, TestProject } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { base as workflows } from '../../../test/workflows/api.ts'
import { startTriggerApp, stopTriggerApp } from './testing.ts'

// Shapes that workflows of n8n often have, imported and then started by a request to the webhook that the import proposes.

type Received = { path: string; type: string; body: string }
const received: Received[] = []
/** The service that workflows call: it returns what it was sent, and a list of prices. */
const service = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const path = request.url ?? ''
  const body = Buffer.concat(chunks).toString()
  received.push({ path, type: request.headers['content-type'] ?? '', body })
  const prices = [
    { sku: 'a', price: 3 },
    { sku: 'b', price: 5 },
  ]
  const status = path === '/broken' ? 500 : 200
  const value = path === '/prices' ? prices : { path, echo: body, choices: [{ text: 'Fine "so" far' }] }
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
})

let app: TestApp
let project: TestProject
let url: string
before(async () => {
  app = await startTriggerApp({ allowPrivate: '127.0.0.1/32' })
  project = await app.newProject()
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(service.address() as { port: number }).port}`
})
after(async () => {
  service.close()
  await stopTriggerApp(app)
})

const node = (name: string, type: string, parameters: object = {}, typeVersion = 3) => ({
  name,
  type: `n8n-nodes-base.${type}`,
  parameters,
  typeVersion,
})
const hook = (responseMode = 'responseNode', more: object = {}) =>
  node('Webhook', 'webhook', { httpMethod: 'POST', path: 'x', responseMode, ...more }, 2)
const main = (...outputs: string[][]) => ({
  main: outputs.map((targets) => targets.map((target) => ({ node: target, type: 'main', index: 0 }))),
})
const chainOf = (...names: string[]) =>
  Object.fromEntries(names.slice(1).map((name, i) => [names[i]!, main([name])]))
const fields = (values: Record<string, unknown>, more: object = {}) => ({
  assignments: { assignments: Object.entries(values).map(([name, value]) => ({ name, value })) },
  ...more,
})
const condition = (leftValue: string, operation: string, rightValue: unknown = '', type = 'string') => ({
  combinator: 'and',
  conditions: [{ leftValue, rightValue, operator: { type, operation } }],
})

/** Imports the workflow, activates it, and creates the webhook that the import proposes. */
async function imported(nodes: object[], connections: object) {
  const { admin } = project
  const made = await admin.post(`${workflows}/import/n8n`, {
    workflow: { name: 'Shape', nodes, connections },
  })
  assert.equal(made.status, 200, made.text)
  const { workflow, notes, triggers } = made.body.data
  const checked = await admin.post(`${workflows}/${workflow.id}/validate`)
  const errors = checked.body.data.problems.filter(
    ({ severity }: { severity: string }) => severity === 'error',
  )
  assert.deepEqual(errors, [])
  const active = await admin.patch(`${workflows}/activeStatus/${workflow.id}`, { activeStatus: true })
  assert.equal(active.status, 200, active.text)
  const { slug, triggerConfig } = triggers[0]
  const saved = await admin.post(`/api/v1/trigger_instances/${slug}/upsert`, {
    workflowId: workflow.id,
    triggerConfig,
  })
  assert.equal(saved.status, 200, saved.text)
  const path = new URL(saved.body.data.webhookUrl).pathname
  return {
    notes: notes.map(({ message }: { message: string }) => message) as string[],
    triggerConfig,
    send: (body: unknown, type = 'application/json', query = '') =>
      app.anonymous.post(`${path}${query}`, typeof body === 'string' ? body : JSON.stringify(body), {
        'content-type': type,
      }),
  }
}

test('a form is confirmed by a redirect', async () => {
  const { send, notes } = await imported(
    [
      hook(),
      node(
        'Name',
        'set',
        fields({ slug: '={{ $json.body.name.toLowerCase() }}', from: '={{ $json.query.from }}' }),
      ),
      node('Thanks', 'respondToWebhook', {
        respondWith: 'redirect',
        redirectURL: '=https://example.com/thanks/{{ $json.slug }}?from={{ $json.from }}',
        options: { responseCode: 303 },
      }),
    ],
    chainOf('Webhook', 'Name', 'Thanks'),
  )
  const sent = await send('name=Ada&name2=x', 'application/x-www-form-urlencoded', '?from=mail')
  assert.deepEqual(
    [sent.status, sent.headers.location],
    [303, 'https://example.com/thanks/ada?from=mail'],
    sent.text,
  )
  assert.deepEqual(notes, [])
})

test('a request without the right token gets 401, another one 201 with a header', async () => {
  const { send, notes } = await imported(
    [
      hook(),
      node('Allowed?', 'if', { conditions: condition('={{ $json.body.token }}', 'equals', 'abc') }, 2),
      node('Yes', 'respondToWebhook', {
        respondWith: 'json',
        responseBody:
          '={\n  "id": {{ $json.body.id }},\n  "name": "{{ $json.body.name }}",\n  "tags": {{ JSON.stringify($json.body.tags) }}\n}',
        options: {
          responseCode: 201,
          responseHeaders: {
            entries: [
              { name: 'X-Id', value: '={{ $json.body.id }}' },
              { name: 'Set-Cookie', value: 'a=b' },
            ],
          },
        },
      }),
      node('No', 'respondToWebhook', {
        respondWith: 'json',
        responseBody: '{ "code": 401, "message": "Wrong token" }',
        options: { responseCode: 401 },
      }),
    ],
    { Webhook: main(['Allowed?']), 'Allowed?': main(['Yes'], ['No']) },
  )
  const name = 'Ada "the first"\nLovelace'
  const yes = await send({ token: 'abc', id: 7, name, tags: ['a', '"b"'] })
  assert.deepEqual([yes.status, yes.body], [201, { id: 7, name, tags: ['a', '"b"'] }], yes.text)
  assert.deepEqual([yes.headers['x-id'], yes.headers['set-cookie']], ['7', undefined])
  const no = await send({ token: 'x' })
  assert.deepEqual([no.status, no.body], [401, { code: 401, message: 'Wrong token' }])
  assert.ok(
    notes.some((message) => message.includes('Set-Cookie')),
    notes.join(' '),
  )
})

test('a model gets JSON that is encoded once', async () => {
  const { send } = await imported(
    [
      hook(),
      node('Prompt', 'set', fields({ prompt: '=Say "{{ $json.body.text }}"\nnow' })),
      node('Ask', 'httpRequest', {
        method: 'POST',
        url: `${url}/chat`,
        sendBody: true,
        specifyBody: 'json',
        jsonBody:
          '={\n "model": "small",\n "messages": [{"role": "user", "content": {{ JSON.stringify($json.prompt) }} },\n {"role": "user", "content": "as {{ $("Webhook").item.json.body.as }}" }],\n "n": {{ $("Webhook").item.json.body.count ?? 1 }}\n}',
        options: { timeout: 20000 },
      }),
      node('Reply', 'respondToWebhook', {
        respondWith: 'text',
        responseBody: '={{ $json.choices[0].text }}',
      }),
    ],
    chainOf('Webhook', 'Prompt', 'Ask', 'Reply'),
  )
  const reply = await send({ text: 'hi', as: 'JSON' })
  assert.deepEqual([reply.status, reply.text], [200, 'Fine "so" far'])
  assert.match(String(reply.headers['content-type']), /^text\/html/)
  assert.deepEqual(JSON.parse(received.at(-1)!.body), {
    model: 'small',
    messages: [
      { role: 'user', content: 'Say "hi"\nnow' },
      { role: 'user', content: 'as JSON' },
    ],
    n: 1,
  })
})

test('a body that is wholly computed is an object, whether it was encoded or not', async () => {
  for (const jsonBody of [
    '={{ JSON.stringify({ input: $json.body.q, tools: [{ type: "search" }] }) }}',
    '={{ { input: $json.body.q, tools: [{ type: "search" }] } }}',
    '={{ $json.body.encoded }}',
  ]) {
    const { send } = await imported(
      [
        hook('lastNode'),
        node('Post', 'httpRequest', {
          method: 'POST',
          url: `${url}/x`,
          sendBody: true,
          specifyBody: 'json',
          jsonBody,
        }),
      ],
      chainOf('Webhook', 'Post'),
    )
    const expected = { input: 'a "b"', tools: [{ type: 'search' }] }
    const got = await send({ q: 'a "b"', encoded: JSON.stringify(expected) })
    assert.equal(got.status, 200, got.text)
    assert.deepEqual(JSON.parse(got.body.echo), expected)
  }
})

test('a form is posted to a service, and text as it is', async () => {
  const { send } = await imported(
    [
      hook('lastNode', { responseData: 'allEntries' }),
      node('Form', 'httpRequest', {
        method: 'POST',
        url: `${url}/form`,
        sendBody: true,
        contentType: 'form-urlencoded',
        bodyParameters: { parameters: [{ name: 'to', value: '={{ $json.body.to }}' }] },
      }),
      node('Xml', 'httpRequest', {
        method: 'POST',
        url: `${url}/xml`,
        sendBody: true,
        contentType: 'raw',
        rawContentType: 'text/xml',
        body: '=<to>{{ $("Webhook").item.json.body.to }}</to>',
      }),
    ],
    chainOf('Webhook', 'Form', 'Xml'),
  )
  const got = await send({ to: 'a b' })
  assert.deepEqual([got.status, Array.isArray(got.body)], [200, true], got.text)
  const [form, xml] = received.slice(-2)
  assert.deepEqual([form!.body, form!.type], ['to=a+b', 'application/x-www-form-urlencoded'])
  assert.deepEqual([xml!.body, xml!.type], ['<to>a b</to>', 'text/xml'])
})

test('the items of an order are worked on one by one and collected', async () => {
  const { send } = await imported(
    [
      hook(),
      node('Split', 'splitOut', { fieldToSplitOut: 'body.items' }, 1),
      node('Dear', 'filter', { conditions: condition('={{ $json.price }}', 'gt', 2, 'number') }, 2),
      node('Get', 'httpRequest', { url: `=${url}/item/{{ $json.id }}` }, 4),
      node('Sort', 'sort', { sortFieldsUi: { sortField: [{ fieldName: 'path', order: 'descending' }] } }, 1),
      node(
        'Sum',
        'aggregate',
        { fieldsToAggregate: { fieldToAggregate: [{ fieldToAggregate: 'path' }] } },
        1,
      ),
      node('Reply', 'respondToWebhook', { options: {} }),
    ],
    chainOf('Webhook', 'Split', 'Dear', 'Get', 'Sort', 'Sum', 'Reply'),
  )
  const items = [1, 2, 3, 4].map((id) => ({ id, price: id }))
  assert.deepEqual((await send({ items })).body, { path: ['/item/4', '/item/3'] })
})

test('a phone service gets XML, from texts that are split into items', async () => {
  const { send } = await imported(
    [
      hook(),
      node('Split', 'splitOut', { fieldToSplitOut: 'body.lines' }, 1),
      node('Say', 'set', fields({ text: '=<Say>{{ $json.lines }}</Say>' })),
      node(
        'All',
        'aggregate',
        { fieldsToAggregate: { fieldToAggregate: [{ fieldToAggregate: 'text' }] } },
        1,
      ),
      node('Reply', 'respondToWebhook', {
        respondWith: 'text',
        responseBody: '=<Response>{{ $json.text.join("") }}</Response>',
        options: { responseHeaders: { entries: [{ name: 'Content-Type', value: 'text/xml' }] } },
      }),
    ],
    chainOf('Webhook', 'Split', 'Say', 'All', 'Reply'),
  )
  const reply = await send({ lines: ['One', 'Two'] })
  assert.equal(reply.text, '<Response><Say>One</Say><Say>Two</Say></Response>')
  assert.match(String(reply.headers['content-type']), /^text\/xml/)
})

test('two lists are joined by a field, as in a table with its prices', async () => {
  const { send } = await imported(
    [
      hook(),
      node('Items', 'splitOut', { fieldToSplitOut: 'body.items' }, 1),
      node('Get', 'httpRequest', { url: `${url}/prices` }, 4),
      node('All', 'set', fields({ list: '={{ $json }}' })),
      node('Prices', 'splitOut', { fieldToSplitOut: 'list' }, 1),
      node('Join', 'merge', { mode: 'combine', fieldsToMatchString: 'sku' }, 3),
      node('Reply', 'respondToWebhook', { respondWith: 'allIncomingItems' }),
    ],
    {
      Webhook: main(['Items', 'Get']),
      Items: { main: [[{ node: 'Join', type: 'main', index: 0 }]] },
      ...chainOf('Get', 'All', 'Prices'),
      Prices: { main: [[{ node: 'Join', type: 'main', index: 1 }]] },
      Join: main(['Reply']),
    },
  )
  const got = await send({
    items: [
      { sku: 'b', n: 2 },
      { sku: 'c', n: 1 },
    ],
  })
  assert.deepEqual(got.body, [{ sku: 'b', n: 2, price: 5 }], got.text)
})

test('events are sorted by a switch of the older form, whatever their case', async () => {
  const { send } = await imported(
    [
      hook(),
      node(
        'Kind',
        'switch',
        {
          dataType: 'string',
          value1: '={{ $json.body.action.toLowerCase() }}',
          rules: { rules: [{ value2: 'closed', output: 1 }, { value2: 'opened' }] },
          fallbackOutput: 3,
        },
        1,
      ),
      node('Opened', 'respondToWebhook', { respondWith: 'json', responseBody: '{ "kind": "opened" }' }),
      node('Closed', 'respondToWebhook', { respondWith: 'json', responseBody: '{ "kind": "closed" }' }),
      node('Other', 'respondToWebhook', { respondWith: 'noData', options: { responseCode: 204 } }),
    ],
    { Webhook: main(['Kind']), Kind: main(['Opened'], ['Closed'], [], ['Other']) },
  )
  assert.deepEqual((await send({ action: 'Opened' })).body, { kind: 'opened' })
  assert.deepEqual((await send({ action: 'closed' })).body, { kind: 'closed' })
  assert.equal((await send({ action: 'labeled' })).status, 204)
})

test('what follows the response still runs, and the note says when the response is sent', async () => {
  const { send, notes } = await imported(
    [
      hook(),
      node('Now', 'respondToWebhook', {
        respondWith: 'json',
        responseBody: '={{ { accepted: $json.body.id } }}',
        options: { responseCode: 202 },
      }),
      node('Log', 'httpRequest', {
        method: 'POST',
        url: `${url}/log`,
        sendBody: true,
        bodyParameters: { parameters: [{ name: 'id', value: '={{ $json.body.id }}' }] },
      }),
    ],
    chainOf('Webhook', 'Now', 'Log'),
  )
  const got = await send({ id: 9 })
  assert.deepEqual([got.status, got.body], [202, { accepted: 9 }], got.text)
  assert.deepEqual(JSON.parse(received.at(-1)!.body), { id: 9 })
  assert.ok(notes.some((message) => /when the execution ends/.test(message)))
})

test('code reads the body of the webhook, and a failed request takes the path of errors', async () => {
  const { send, triggerConfig } = await imported(
    [
      hook('onReceived'),
      node(
        'Code',
        'code',
        { jsCode: 'const { list } = $input.first().json.body\nreturn list.map((n) => ({ json: { n } }))' },
        2,
      ),
      { ...node('Call', 'httpRequest', { url: `${url}/broken` }, 4), onError: 'continueErrorOutput' },
      node(
        'Tell',
        'httpRequest',
        { method: 'POST', url: `${url}/failed`, sendBody: true, bodyParameters: { parameters: [] } },
        4,
      ),
    ],
    { ...chainOf('Webhook', 'Code', 'Call'), Call: main([], ['Tell']) },
  )
  assert.equal(triggerConfig.respond, false)
  assert.equal((await send({ list: [1] })).status, 202)
  await until(() => received.some(({ path }) => path === '/failed'), 'the path of errors')
})
