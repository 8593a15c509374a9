import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Untranslatable } from './expression.ts'
import { type ImportedWorkflow, importN8n } from './import.ts'
import { N8nWorkflow } from './source.ts'

type N8nNode = { name: string; type: string; parameters?: unknown } & Record<string, unknown>
const base = (type: string) => `n8n-nodes-base.${type}`
const node = (name: string, type: string, parameters: unknown = {}, more: object = {}): N8nNode => ({
  name,
  type: base(type),
  parameters,
  typeVersion: 1,
  position: [0, 0],
  ...more,
})
const main = (...outputs: string[][]) => ({
  main: outputs.map((targets) => targets.map((target) => ({ node: target, type: 'main', index: 0 }))),
})
const imported = (
  nodes: N8nNode[],
  connections: object,
  tools: Record<string, string> = {},
): Promise<ImportedWorkflow> =>
  importN8n(N8nWorkflow.parse({ name: 'Test', nodes, connections }), {
    findTool: async (service, words) => tools[`${service}: ${words.join(' ')}`] ?? null,
  })
const byId = ({ graph }: ImportedWorkflow, id: string) => graph.nodes.find((each) => each.id === id)
const edges = ({ graph }: ImportedWorkflow) =>
  graph.edges.map(({ from, to, condition, onError }) =>
    [`${from}>${to}`, condition, onError ? 'error' : undefined]
      .filter((each) => each !== undefined)
      .join(' '),
  )

describe('the import of a workflow of n8n', () => {
  it('makes one start of the triggers, and an end of what leads nowhere', async () => {
    const made = await imported(
      [
        node('Webhook', 'webhook', { path: 'x' }),
        node('Every hour', 'scheduleTrigger', { rule: { interval: [{ field: 'hours', hoursInterval: 2 }] } }),
        node(
          'Edit Fields',
          'set',
          {
            assignments: {
              assignments: [
                { name: 'name', value: '={{ $json.body.name }}', type: 'string' },
                { name: 'deep.count', value: '3', type: 'number' },
              ],
            },
          },
          { typeVersion: 3.4 },
        ),
        node('Note', 'stickyNote', { content: 'x' }),
      ],
      { Webhook: main(['Edit Fields']), 'Every hour': main(['Edit Fields']) },
    )
    assert.deepEqual(edges(made), [
      'start>webhook',
      'webhook>edit_fields',
      'start>edit_fields',
      'edit_fields>end',
    ])
    const { values } = byId(made, 'edit_fields') as { values: unknown }
    assert.deepEqual(values, { name: '{{ (nodes.webhook.output ?? input).body.name }}', deep: { count: 3 } })
    assert.deepEqual(made.triggers, [
      {
        name: 'Webhook',
        kind: 'webhook',
        expression: null,
        slug: 'webhook',
        triggerConfig: { signature: 'none', respond: false },
      },
      {
        name: 'Every hour',
        kind: 'scheduleTrigger',
        expression: '0 */2 * * *',
        slug: 'cron',
        triggerConfig: { expression: '0 */2 * * *' },
      },
    ])
  })

  it('makes conditions of edges of both generations of if and switch', async () => {
    const made = await imported(
      [
        node('Start', 'manualTrigger'),
        node('IF', 'if', {
          conditions: { number: [{ value1: '={{ $json.total }}', operation: 'larger', value2: 100 }] },
        }),
        node('Switch', 'switch', {
          rules: {
            values: [
              {
                conditions: {
                  combinator: 'and',
                  conditions: [
                    {
                      leftValue: '={{ $json.kind }}',
                      rightValue: 'a',
                      operator: { type: 'string', operation: 'equals' },
                    },
                    {
                      leftValue: '={{ $json.tags }}',
                      rightValue: '',
                      operator: { type: 'array', operation: 'notEmpty' },
                    },
                  ],
                },
              },
            ],
          },
        }),
        node('A', 'noOp'),
        node('B', 'noOp'),
      ],
      { Start: main(['IF']), IF: main(['Switch'], ['B']), Switch: main(['A'], ['B']) },
    )
    assert.deepEqual(edges(made), [
      'start>if',
      'if>switch input.total > 100',
      'if>b',
      'switch>a (input.kind == "a") && (!isEmpty(input.tags))',
      'switch>b',
      'a>end',
      'b>end',
    ])
  })

  it('runs what comes after a split for each item', async () => {
    const made = await imported(
      [
        node('Start', 'manualTrigger'),
        node('Split', 'splitOut', { fieldToSplitOut: 'orders' }),
        node(
          'Get',
          'httpRequest',
          {
            url: '=https://example.com/{{ $json.id }}',
            sendHeaders: true,
            headerParameters: {
              parameters: [{ name: 'X-Source', value: '={{ $("Start").item.json.source }}' }],
            },
          },
          { retryOnFail: true, maxTries: 4, onError: 'continueErrorOutput' },
        ),
        node('Only paid', 'filter', {
          conditions: {
            combinator: 'and',
            conditions: [{ leftValue: '={{ $json.paid }}', operator: { operation: 'true' } }],
          },
        }),
        node('Sum', 'aggregate', { aggregate: 'aggregateAllItemData', destinationFieldName: 'paid' }),
        node('Failed', 'noOp'),
      ],
      {
        Start: main(['Split']),
        Split: main(['Get']),
        Get: main(['Only paid'], ['Failed']),
        'Only paid': main(['Sum']),
      },
    )
    const get = byId(made, 'get') as Record<string, unknown>
    assert.deepEqual(
      [get.forEach, get.url, get.headers, get.onError, get.retry],
      [
        '{{ nodes.split.output.items }}',
        'https://example.com/{{ item.id }}',
        { 'X-Source': '{{ input.source }}' },
        'route',
        { max: 3, backoff: 1_000, factor: 1, maxBackoff: 1_000 },
      ],
    )
    assert.deepEqual((byId(made, 'only_paid') as { values: unknown }).values, {
      items: '{{ nodes.get.output.map(each => each.body).filter((item, index) => item.paid == true) }}',
    })
    assert.deepEqual((byId(made, 'sum') as { values: unknown }).values, {
      paid: '{{ nodes.only_paid.output.items }}',
    })
    assert.ok(edges(made).includes('get>failed error'))
  })

  it('makes a loop of batches, whose body has it as its parent', async () => {
    const made = await imported(
      [
        node('Start', 'manualTrigger'),
        node('Split', 'splitOut', { fieldToSplitOut: 'list' }),
        node('Loop', 'splitInBatches', { batchSize: 1 }, { typeVersion: 3 }),
        node(
          'Work',
          'set',
          { assignments: { assignments: [{ name: 'x', value: '={{ $json.a }}' }] } },
          { typeVersion: 3 },
        ),
        node('Pause', 'wait', { amount: 2, unit: 'minutes' }),
        node('Loop item', 'noOp'),
      ],
      {
        Start: main(['Split']),
        Split: main(['Loop']),
        Loop: main(['Loop item'], ['Work']),
        Work: main(['Pause']),
        Pause: main(['Loop']),
      },
    )
    assert.deepEqual(edges(made), [
      'start>split',
      'split>loop',
      'loop>loop_item',
      'work>pause',
      'pause>loop_item_',
      'loop_item>end',
    ])
    assert.equal((byId(made, 'loop_item_') as { base: string }).base, '{{ nodes.work.output }}')
    assert.equal((byId(made, 'loop') as { over: string }).over, '{{ nodes.split.output.items }}')
    assert.deepEqual([byId(made, 'work')?.parent, byId(made, 'pause')?.parent], ['loop', 'loop'])
    assert.deepEqual((byId(made, 'work') as { values: unknown }).values, { x: '{{ item.a }}' })
    assert.equal((byId(made, 'pause') as { seconds: number }).seconds, 120)
  })

  it('knows the operation that n8n leaves out, and what was selected from a list', async () => {
    const channelId = { __rl: true, mode: 'id', value: '=C{{ $json.id }}' }
    const made = await imported(
      [node('Start', 'manualTrigger'), node('Tell', 'slack', { select: 'channel', channelId, text: 'Hi' })],
      { Start: main(['Tell']) },
      { 'slack: message post': 'slack_post_message' },
    )
    const { inputMapping } = byId(made, 'tell') as { inputMapping: unknown }
    assert.deepEqual(inputMapping, { select: 'channel', channelId: 'C{{ input.id }}', text: 'Hi' })
  })

  it('marks what it does not understand, with its parameters and why', async () => {
    const made = await imported(
      [
        node('Start', 'manualTrigger'),
        node(
          'Mail',
          'gmail',
          { resource: 'message', operation: 'send', subject: '=Hi {{ $json.name }}' },
          {
            credentials: { gmailOAuth2: { id: '1', name: 'My mail' } },
          },
        ),
        node('Odd', 'somethingNew', { a: 1 }),
        node(
          'Vars',
          'set',
          { assignments: { assignments: [{ name: 'x', value: '={{ $vars.token }}' }] } },
          { typeVersion: 3 },
        ),
        node('Back', 'noOp'),
      ],
      {
        Start: main(['Mail']),
        Mail: main(['Odd']),
        Odd: main(['Vars']),
        Vars: main(['Back']),
        Back: main(['Odd']),
      },
      { 'gmail: message send': 'gmail_send_message' },
    )
    const mail = byId(made, 'mail') as Record<string, unknown>
    assert.deepEqual(
      [mail.type, mail.toolSlug, mail.inputMapping],
      ['action', 'gmail_send_message', { subject: 'Hi {{ input.name }}' }],
    )
    assert.deepEqual(made.connectionSlots, [{ nodeId: 'mail', service: 'gmailOAuth2', name: 'My mail' }])
    const odd = byId(made, 'odd') as Record<string, unknown>
    assert.deepEqual([odd.type, odd.source, odd.original], ['placeholder', base('somethingNew'), { a: 1 }])
    assert.equal(byId(made, 'vars')?.type, 'placeholder')
    assert.ok(made.notes.some(({ nodeId, message }) => nodeId === 'back' && /loop/.test(message)))
  })

  it('survives names, circles and parameters of any kind', async () => {
    const made = await imported(
      [
        node('__proto__', 'set', {
          values: {
            string: [
              { name: '__proto__.x', value: 'y' },
              { name: 'constructor', value: 'z' },
            ],
          },
        }),
        node('42', 'if', { conditions: 'x' }),
        node('???', 'set', { mode: 'raw', jsonOutput: '{broken' }),
        node('Self', 'noOp'),
        node('Merge', 'merge', { mode: 'append' }),
      ],
      { Self: main(['Self', 'Merge']), 42: main(['Merge']), '???': main(['42']), __proto__: main(['???']) },
    )
    assert.equal(made.graph.nodes.length, 7)
    assert.equal(({} as Record<string, unknown>).x, undefined)
    assert.equal(byId(made, 'n42')?.type, 'placeholder')
  })

  it('makes placeholders of parameters of other kinds than n8n writes', async () => {
    const samples: [type: string, parameters: Record<string, unknown>][] = [
      ['scheduleTrigger', { rule: { interval: [{ field: 'cronExpression', expression: '0 0 * * *' }] } }],
      ['scheduleTrigger', { rule: { interval: [{ field: 'hours', hoursInterval: 2 }] } }],
      ['set', { assignments: { assignments: [{ name: 'a', value: 'b', type: 'string' }] } }],
      ['set', { mode: 'raw', jsonOutput: '{}' }],
      [
        'if',
        { conditions: { conditions: [{ leftValue: '1', rightValue: '2', operator: { operation: 'gt' } }] } },
      ],
      [
        'switch',
        { rules: { values: [{ conditions: { conditions: [{ leftValue: 'a' }] }, outputKey: 'x' }] } },
      ],
      [
        'httpRequest',
        {
          method: 'POST',
          url: 'https://a.b',
          jsonBody: '{}',
          headerParameters: { parameters: [{ name: 'x', value: 'y' }] },
        },
      ],
      ['code', { jsCode: 'return []', mode: 'runOnceForAllItems' }],
      ['splitOut', { fieldToSplitOut: 'a' }],
      ['aggregate', { fieldsToAggregate: { fieldToAggregate: [{ fieldToAggregate: 'a' }] } }],
      ['sort', { sortFieldsUi: { sortField: [{ fieldName: 'a', order: 'descending' }] } }],
      ['limit', { maxItems: 2 }],
      ['merge', { mode: 'combine', combineBy: 'combineByPosition' }],
      ['wait', { amount: 2, unit: 'hours' }],
      ['splitInBatches', { batchSize: 2, options: { reset: true } }],
      ['stopAndError', { errorMessage: 'x' }],
      [
        'webhook',
        {
          httpMethod: 'POST',
          path: 'a/:b',
          responseMode: 'lastNode',
          options: { responseCode: 201, responsePropertyName: 'a' },
        },
      ],
      [
        'respondToWebhook',
        {
          respondWith: 'json',
          responseBody: '={"a": {{ 1 }}}',
          options: { responseCode: 1, responseHeaders: { entries: [{ name: 'X-A', value: 'b' }] } },
        },
      ],
      ['cron', { triggerTimes: { item: [{ mode: 'everyX', value: 2, unit: 'hours' }] } }],
      ['executeWorkflow', { workflowId: { value: 'x' } }],
    ]
    for (const [type, parameters] of samples)
      for (const junk of [{ toString: 1, valueOf: 2 }, null, 1, 'x', [], [null], { a: null }])
        for (const wrong of withEach(parameters, junk)) {
          const connections = { Start: main(['Other']), Other: main(['Other']) }
          const made = await imported([node('Start', type, wrong), node('Other', 'noOp')], connections)
          assert.ok(made.graph.nodes.length > 0, JSON.stringify(wrong))
        }
  })
})

/** The value with another one at each of its places. */
function* withEach(value: unknown, other: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Object.entries(value)) {
    const withMember = (each: unknown) =>
      Array.isArray(value) ? value.with(Number(key), each) : { ...value, [key]: each }
    yield withMember(other)
    for (const each of withEach(member, other)) yield withMember(each)
  }
}

describe('what would take the import long', () => {
  const placeholders = ({ graph }: ImportedWorkflow) =>
    graph.nodes.filter(({ type }) => type === 'placeholder')
  const named = (count: number, type: string) => Array.from({ length: count }, (_, i) => node(`n${i}`, type))

  it('is not made of branches that meet again and again', async () => {
    // What each gives on has the names of both before it: twice as many with each meeting.
    const nodes = named(80, 'noOp')
    const connections = Object.fromEntries(
      nodes.map(({ name }, i) => [name, main([`n${i + 1}`, `n${i + 2}`].filter((_, at) => i + at + 1 < 80))]),
    )
    const first = node('first', 'set', {
      assignments: { assignments: [{ name: 'a', value: 1, type: 'number' }] },
    })
    const other = node('other', 'set', {
      assignments: { assignments: [{ name: 'b', value: 2, type: 'number' }] },
    })
    const made = await imported([first, other, ...nodes], {
      ...connections,
      first: main(['n0', 'n1']),
      other: main(['n0']),
    })
    assert.ok(JSON.stringify(made.graph).length < 500_000)
  })

  it('is refused where it has more nodes or connections than a graph', async () => {
    await assert.rejects(imported(named(300, 'splitInBatches'), {}), Untranslatable)
    const nodes = named(50, 'splitInBatches')
    const all = nodes.map(({ name }) => name)
    const connections = Object.fromEntries(all.map((name) => [name, main(all)]))
    await assert.rejects(imported(nodes, connections), /more than 250 nodes or 1000 connections/)
  })

  it('becomes a placeholder where one node has too many expressions', async () => {
    for (const text of ['={{ $json.a }}'.repeat(10_000), `=${'{{ ( }}'.repeat(10_000)}`]) {
      const made = await imported([node('Large', 'httpRequest', { url: text })], {})
      assert.equal(placeholders(made).length, 1)
      assert.match(made.notes[0]!.message, /its expressions are too long/)
    }
  })

  it('becomes a placeholder where its JSON is nested too deep', async () => {
    const lists = (inner: string) => `${'['.repeat(7_000)}${inner}${']'.repeat(7_000)}`
    const request = { method: 'POST', url: 'https://a.b', sendBody: true, specifyBody: 'json' }
    const nodes = [
      node(
        'Computed',
        'httpRequest',
        { ...request, jsonBody: `=${lists('{{ $json }}')}` },
        { typeVersion: 4 },
      ),
      node('Plain', 'httpRequest', { ...request, jsonBody: lists('') }, { typeVersion: 4 }),
      node('Set', 'set', { mode: 'raw', jsonOutput: lists('') }, { typeVersion: 3 }),
      node('Respond', 'respondToWebhook', { respondWith: 'json', responseBody: lists('') }),
    ]
    const made = await imported(nodes, {})
    assert.equal(placeholders(made).length, nodes.length)
    for (const { message } of made.notes)
      assert.match(message, /its JSON is nested more than 500 levels deep/)
    const field = { name: 'a', value: lists(''), type: 'object' }
    const set = node('Field', 'set', { assignments: { assignments: [field] } }, { typeVersion: 3.4 })
    assert.equal((await imported([set], {})).graph.nodes.length, 3)
  })

  it('is not what code ends with', async () => {
    const jsCode = `$input.all()${' '.repeat(90_000)}x`
    const made = await imported([node('Code', 'code', { jsCode })], {})
    assert.equal(byId(made, 'code')!.type, 'code')
  })
})
