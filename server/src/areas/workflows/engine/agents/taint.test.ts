import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { newAgent } from '../../../../../test/agents/api.ts'
import { startScriptedApp } from '../../../../../test/agents/scripted-app.ts'
import type { ModelAnswer, ModelRequest } from '../../../../../test/agents/scripted-model.ts'
import { startWebPages } from '../../../../../test/agents/web-pages.ts'
import type { Caller, TestProject } from '../../../../../test/harness.ts'
import { someOf } from '../../../../../test/size.ts'
import { until } from '../../../../../test/until.ts'
import { base, executionOf, newWorkflow, untilStatus } from '../../../../../test/workflows/api.ts'
import { uploadAs } from '../../../files/testing.ts'
import type { NodeType } from '../../schema/graph.ts'

/** It calls what its instructions name, one tool after the other, and then repeats what it read last. */
const following = ({ messages, last }: ModelRequest): ModelAnswer => {
  const orders = [...String(messages[0].content).matchAll(/DO (\S+) (\{.*?\}) END/g)]
  const newest = messages.findLastIndex(({ role }) => role === 'user')
  const done = messages.slice(newest + 1).filter(({ role }) => role === 'tool').length
  const [, name, json] = orders[done] ?? []
  return name === undefined
    ? { text: `Read: ${last.slice(0, 200)}` }
    : { calls: [{ name, arguments: JSON.parse(json!) }] }
}

const { pages, origin } = await startWebPages()
const { app } = await startScriptedApp(following, { allowPrivate: '127.0.0.1' })
let project: TestProject
let caller: Caller
beforeEach(async () => {
  project = await app.newProject()
  caller = project.member.as('ada')
  pages['/page'] = 'A page.'
})

type TestNode = Record<string, unknown> & { id: string; type: NodeType }
/** Nodes that follow one another, what is done while they wait, and where the text of the last one comes from. */
type Producer = {
  nodes: readonly TestNode[]
  taint: string | null
  answer?: (executionId: string) => Promise<unknown>
}

const order = (name: string, input: object) => `DO ${name} ${JSON.stringify(input)} END`
const send = order('http_request', { url: `${origin}/steal`, method: 'POST', body: { secret: 1 } })
const gpt = { modelSettings: { model: 'openai/gpt-4o' } }
const outside = 'tool:http_get'
const page: TestNode = { id: 'page', type: 'http', url: `${origin}/page` }
const read = { url: `${origin}/page` }
/** An agent that sends something: it asks before it does when its input is from outside. */
const sender: TestNode = {
  id: 'sender',
  type: 'llm_agent',
  agent: { ...gpt, prompt: send, toolSlugs: ['http_request'] },
}
const table = { collection: 'notes', data: { text: 'a' } }

const post = async (path: string, body: object) => {
  const { status, body: answer, text } = await caller.post(path, body)
  assert.equal(status, 200, text)
  return answer.data
}

/** Nodes that follow one another, those in a loop behind those of the same loop. */
function chained(nodes: readonly TestNode[], output?: unknown) {
  const all = [
    { id: 'start', type: 'start' },
    ...nodes,
    { id: 'end', type: 'end', ...(output === undefined ? {} : { output }) },
  ]
  const levels = Map.groupBy(all as TestNode[], ({ parent }) => parent)
  const edges = [...levels.values()].flatMap((level) =>
    level.slice(1).map(({ id }, index) => ({ from: level[index]!.id, to: id })),
  )
  return { nodes: all, edges }
}

const inWorkflow = (nodes: readonly TestNode[], output?: unknown): Promise<string> =>
  newWorkflow(caller, chained(nodes, output), { name: 'Inner' })

/** Approves what a node waits for. */
async function approve(id: string, nodeId: string): Promise<void> {
  const threadId = await until(async () => {
    const execution = await executionOf(caller, id)
    const pauses: Paused[] = execution.state?.pauses ?? []
    return pauses.some((pause) => pause.nodeId === nodeId) ? String(execution.threadId) : null
  }, `the pause of ${nodeId}`)
  const decide = project.admin.acrossUsers()
  const { status, text } = await decide.post(`${base}/executions/thread/${threadId}/resume`, {
    resumeValue: true,
  })
  assert.equal(status, 200, text)
}

/** A node of every type, behind a page or by itself, so that a new type does not compile without one. */
const producers: Record<NodeType, () => Promise<Producer | null> | Producer | null> = {
  // Its text is the input, which `triggered` and `nothing read` are about.
  start: () => ({ nodes: [], taint: null }),
  http: () => ({ nodes: [page], taint: outside }),
  action: () => ({
    nodes: [{ id: 'tool', type: 'action', toolSlug: 'http_get', inputMapping: read }],
    taint: outside,
  }),
  code: () => ({
    nodes: [page, { id: 'code', type: 'code', code: 'return state', language: 'javascript' }],
    taint: outside,
  }),
  llm: () => ({
    nodes: [page, { id: 'llm', type: 'llm', model: 'local/demo', prompt: '{{ nodes.page.output }}' }],
    taint: outside,
  }),
  llm_agent: () => ({
    nodes: [
      {
        id: 'reader',
        type: 'llm_agent',
        agent: { ...gpt, prompt: order('http_get', read), toolSlugs: ['http_get'] },
      },
    ],
    taint: outside,
  }),
  human_wait: () => ({
    nodes: [page, { id: 'human', type: 'human_wait', humanMessage: 'Go on?' }],
    taint: outside,
    answer: (id) => approve(id, 'human'),
  }),
  wait: () => ({
    nodes: [{ id: 'paid', type: 'wait', event: 'paid' }],
    taint: 'event',
    answer: async (id) => post(`${base}/executions/${id}/events`, { event: 'paid', data: { note: 'x' } }),
  }),
  branch: () => ({
    nodes: [page, { id: 'branch', type: 'branch' }, { id: 'after', type: 'set', values: {} }],
    taint: outside,
  }),
  parallel: () => ({ nodes: [page, { id: 'parallel', type: 'parallel' }], taint: outside }),
  join: () => ({ nodes: [page, { id: 'join', type: 'join', mode: 'all' }], taint: outside }),
  loop: () => ({
    nodes: [
      { id: 'loop', type: 'loop', over: '{{ [1] }}', max: 1 },
      { ...page, parent: 'loop' },
    ],
    taint: outside,
  }),
  set: () => ({
    nodes: [page, { id: 'set', type: 'set', values: { text: '{{ nodes.page.output }}' } }],
    taint: outside,
  }),
  subflow: async () => ({
    nodes: [{ id: 'flow', type: 'subflow', workflowId: await inWorkflow([page]), inputMapping: {} }],
    taint: outside,
  }),
  end: async () => ({
    nodes: [
      {
        id: 'flow',
        type: 'subflow',
        workflowId: await inWorkflow([page], { text: '{{ nodes.page.output }}' }),
        inputMapping: {},
      },
    ],
    taint: outside,
  }),
  // It has no output.
  placeholder: () => null,
}

/** Further ways in which a node comes to its text. */
const ways: Record<string, () => Promise<Producer> | Producer> = {
  'nothing read': () => ({ nodes: [{ id: 'set', type: 'set', values: { a: 1 } }], taint: null }),
  'a computed text': () => ({
    nodes: [
      { id: 'tool', type: 'action', toolSlug: 'text_change_case', inputMapping: { text: 'a', to: 'upper' } },
    ],
    taint: null,
  }),
  'for each item': () => ({ nodes: [{ ...page, forEach: '{{ [1, 2] }}' }], taint: outside }),
  'a failure of a loop': () => ({
    nodes: [
      { id: 'loop', type: 'loop', over: '{{ [1] }}', max: 1, onError: 'continue' },
      { ...page, parent: 'loop', url: 'https://127.0.0.1:1/' },
    ],
    taint: outside,
  }),
  'a file': () => ({
    nodes: [{ id: 'tool', type: 'action', toolSlug: 'file_list', inputMapping: {} }],
    taint: 'file',
  }),
  'a table': async () => {
    await post('/api/v1/table/collections', { name: 'notes' })
    return {
      nodes: [{ id: 'tool', type: 'action', toolSlug: 'table_query', inputMapping: { collection: 'notes' } }],
      taint: 'table',
    }
  },
  'a page in knowledge': () => inKnowledge('url', { url: `${origin}/page` }, 'document'),
  'a text in knowledge': () => inKnowledge('text', { title: 'Handbook', content: 'A page.' }, 'knowledge'),
  'a file of a user in knowledge': async () => {
    const { file } = await uploadAs(caller, 'page.txt', 'A page.')
    return inKnowledge('file', { fileId: file.id }, 'document')
  },
  'an upsert': async () => {
    await post('/api/v1/table/collections', { name: 'notes' })
    return {
      nodes: [
        {
          id: 'tool',
          type: 'action',
          toolSlug: 'table_insert',
          inputMapping: { ...table, upsertOn: ['text'] },
        },
      ],
      taint: 'table',
    }
  },
  'an insert': async () => {
    await post('/api/v1/table/collections', { name: 'notes' })
    return {
      nodes: [{ id: 'tool', type: 'action', toolSlug: 'table_insert', inputMapping: table }],
      taint: null,
    }
  },
}

/** A search of a source that knowledge has. */
async function inKnowledge(kind: string, source: object, taint: string): Promise<Producer> {
  const collections = '/api/v1/knowledge/collections'
  const { id } = await post(collections, { name: 'Handbook' })
  await post(`${collections}/${id}/ingest/${kind}`, source)
  const query = { query: 'page' }
  await until(async () => (await post(`${collections}/${id}/search`, query)).length > 0, 'the source')
  const inputMapping = { collectionIds: [id], ...query }
  return { nodes: [{ id: 'tool', type: 'action', toolSlug: 'knowledge_search', inputMapping }], taint }
}

type Consumer = {
  /** Has the text read by an agent that sends something; the id of the execution in which it does. */
  run: (producer: Producer) => Promise<string>
  /** The origin that the agent then waits for, if it differs from that of the text. */
  seen?: (taint: string) => string
  /** For which producers there is none. */
  isLeftOut?: (producer: Producer) => boolean
}

const start = async (workflowId: string, { answer }: Pick<Producer, 'answer'>, input: object = {}) => {
  const { executionId } = await post(`${base}/execute/${workflowId}`, { input, wait: 0 })
  await answer?.(executionId)
  return executionId as string
}
const behind = (...nodes: TestNode[]) => ({
  run: async (producer: Producer) => start(await inWorkflow([...producer.nodes, ...nodes]), producer),
})
const once = { type: 'loop', over: '{{ [1] }}', max: 1 } as const
const newSender = (more: object, orders: string) =>
  newAgent(caller, { ...gpt, prompt: orders, tools: { pinnedSlugs: ['http_request'] }, ...more })
const callInner = order('workflow_inner', {})

const consumers: Record<string, Consumer> = {
  'an agent behind it': behind(sender),
  'an agent in a loop': behind({ id: 'again', ...once }, { ...sender, parent: 'again' }),
  'an agent for each item': behind({ ...sender, forEach: '{{ [1] }}' }),
  'an agent in a subflow': {
    run: async (producer) => {
      const workflowId = await inWorkflow([sender])
      const flow: TestNode = { id: 'into', type: 'subflow', workflowId, inputMapping: {} }
      return start(await inWorkflow([...producer.nodes, flow]), producer)
    },
  },
  'an agent in the next iteration': {
    run: async (producer) => {
      const inner = producer.nodes.map((node) => (node.parent ? node : { ...node, parent: 'again' }))
      const first: TestNode = { ...sender, parent: 'again', runIf: 'index > 0' }
      const again: TestNode = { id: 'again', ...once, over: '{{ [1, 2] }}', max: 2 }
      const { nodes, edges } = chained([again, ...inner])
      return start(await newWorkflow(caller, { nodes: [...nodes, first], edges }), producer)
    },
    isLeftOut: ({ answer, nodes }) => answer !== undefined || nodes.length === 0,
  },
  'an agent that executes it as a tool': {
    run: async (producer) => {
      const workflowId = await inWorkflow(producer.nodes)
      const boss = await newSender({ workflowIds: [workflowId] }, `${callInner} ${send}`)
      return start(boss, producer, { message: 'go' })
    },
    seen: (taint) => (['table', 'knowledge'].includes(taint) ? taint : 'workflow:workflow_inner'),
  },
  'an agent in a workflow that an agent executes': {
    run: async (producer) => {
      const workflowId = await inWorkflow([...producer.nodes, sender])
      return start(await newSender({ workflowIds: [workflowId] }, callInner), producer, { message: 'go' })
    },
  },
  'an agent of a later attempt': {
    run: async (producer) => {
      const later: TestNode = { id: 'later', type: 'human_wait', humanMessage: 'Go on?' }
      const id = await start(await inWorkflow([...producer.nodes, later, sender]), producer)
      await approve(id, 'later')
      return id
    },
  },
  'an agent of a retry': {
    run: async (producer) => {
      const gate: TestNode = {
        id: 'gate',
        type: 'action',
        toolSlug: 'table_insert',
        inputMapping: { collection: 'later', data: { a: 1 } },
      }
      const id = await start(await inWorkflow([...producer.nodes, gate, sender]), producer)
      await untilStatus(caller, id, 'failed')
      await post('/api/v1/table/collections', { name: 'later' })
      return (await post(`${base}/executions/${id}/retry`, { from: 'failed_node' })).executionId
    },
  },
}

type Paused = { nodeId: string; kind: string; request: { requests: { taint: string | null }[] } }

/** Which origin the agent waits for, or null where it does not wait. */
async function causeIn(id: string): Promise<string | null> {
  const causes = await until(async () => {
    const { status, state, error } = await executionOf(caller, id)
    const pauses: Paused[] = state?.pauses ?? []
    const pause = pauses.find(({ kind }) => kind === 'approval')
    if (pause) return [pause.request.requests[0]!.taint]
    assert.ok(['running', 'queued', 'paused', 'completed'].includes(status), JSON.stringify(error))
    return status === 'completed' ? [null] : null
  }, 'an approval, or the end')
  return causes![0] ?? null
}

describe('what an agent of a workflow does knows where its input is from', () => {
  for (const [turn, [name, make]] of Object.entries({ ...producers, ...ways }).entries())
    test(name, async () => {
      const producer = await make()
      if (!producer) return
      for (const [consumer, { run, seen = (taint: string) => taint, isLeftOut }] of someOf(
        Object.entries(consumers),
        3,
        turn,
      )) {
        if (isLeftOut?.(producer)) continue
        const expected: string | null = producer.taint === null ? null : seen(producer.taint)
        assert.equal(await causeIn(await run(producer)), expected, `${name}, then ${consumer}`)
      }
    })
})
