import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { type Caller, startTestApp, type TestProject } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import {
  approve,
  base,
  chainOf,
  execute,
  executionOf,
  newWorkflow,
  shout,
  untilStatus,
} from '../../../test/workflows/api.ts'

let app: Awaited<ReturnType<typeof startTestApp>>
let project: TestProject

before(async () => {
  app = await startTestApp({ hasPieces: false })
  app.app.runs.start()
  project = await app.newProject()
})
after(async () => {
  await app.app.runs.stop()
  await app.stop()
})

const greeting = chainOf([shout], {
  output: { greeting: 'Hello {{ nodes.shout.output.text }}' },
  inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
})
const approval = chainOf([shout, approve], { output: '{{ nodes.approve.output.value }}' })
const failing = chainOf([shout, { id: 'odd', type: 'set', values: { x: '{{ input.name - 1 }}' } }])

describe('execute', () => {
  test('200 with the output and the usage of an execution that ends in time', async () => {
    const id = await newWorkflow(project.admin, greeting)
    const { status, body } = await project.admin.post(`${base}/execute/${id}`, {
      input: { name: 'Ada' },
      wait: 30_000,
    })
    assert.equal(status, 200)
    assert.equal(body.data.status, 'completed')
    assert.deepEqual(body.data.outputData, { greeting: 'Hello ADA' })
    const found = await executionOf(project.admin, body.data.executionId)
    assert.equal(found.status, 'completed')
    assert.deepEqual(found.outputData, { greeting: 'Hello ADA' })
    assert.deepEqual(found.usage, body.data.usage)
    assert.equal(found.usage.credits, found.usage.breakdown.tool)
    assert.equal(found.threadId, body.data.threadId)
  })

  test('200 immediately without wait; the execution continues', async () => {
    const id = await newWorkflow(project.admin, greeting)
    const { body } = await project.admin.post(`${base}/execute/${id}`, {
      input: { name: 'Ada' },
      threadId: 'thread-1',
      metadata: { order: 7 },
    })
    assert.equal(body.data.threadId, 'thread-1')
    assert.equal('outputData' in body.data, false)
    const found = await untilStatus(project.admin, body.data.executionId, 'completed')
    assert.deepEqual(found.metadata, { order: 7 })
    assert.equal(found.version, '1.0.0')
  })

  test('200 with the status when the time is over, or a human is waited for', async () => {
    const slow = await newWorkflow(project.admin, chainOf([{ id: 'wait', type: 'wait', seconds: 3_600 }]))
    const waiting = await execute(project.admin, slow, { wait: 50 })
    assert.equal(waiting.status, 'running')
    const found = await until(async () => {
      const now = await executionOf(project.admin, waiting.executionId)
      return now.resumesAt !== null && now
    })
    assert.equal(found.status, 'running')
    const asks = await newWorkflow(project.admin, approval)
    const paused = await execute(project.admin, asks, { input: { name: 'Ada' } })
    assert.equal(paused.status, 'paused')
  })

  test('an execution that fails is returned with its error, and stored with it', async () => {
    const id = await newWorkflow(project.admin, failing)
    const ended = await execute(project.admin, id, { input: { name: 'Ada' } })
    assert.equal(ended.status, 'failed')
    assert.ok(ended.error.code.startsWith('expression_'), ended.error.code)
    const found = await executionOf(project.admin, ended.executionId)
    assert.deepEqual(found.executionSummary.failedNodes, ['odd'])
    assert.deepEqual(found.executionSummary.completedNodes, ['start', 'shout'])
    assert.equal(found.executionSummary.errors[0].nodeId, 'odd')
    assert.equal(found.executionSummary.totalNodes, 4)
    const step = found.steps.find((each: { nodeId: string }) => each.nodeId === 'odd')
    assert.equal(step.status, 'failed')
  })

  test('says that the end was skipped', async () => {
    const { edges, ...graph } = chainOf([shout])
    const [first, last] = edges
    const id = await newWorkflow(project.admin, {
      ...graph,
      edges: [first, { ...last, condition: 'input.name == "Bob"' }],
    })
    for (const [name, isEndSkipped] of [
      ['Ada', true],
      ['Bob', false],
    ] as const) {
      const { executionId, status } = await execute(project.admin, id, { input: { name } })
      assert.equal(status, 'completed')
      const found = await executionOf(project.admin, executionId)
      assert.equal(found.isEndSkipped, isEndSkipped, name)
      assert.equal('isEndSkipped' in found.executionSummary, false)
    }
  })

  test('409 for production on an inactive workflow, unless it is allowed; test mode uses the newest version', async () => {
    const id = await newWorkflow(project.admin, greeting, { isActive: false })
    const refused = await project.admin.post(`${base}/execute/${id}`, { input: { name: 'Ada' } })
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'workflow_inactive'])
    const allowed = await execute(project.admin, id, { input: { name: 'Ada' }, allowWhenInactive: true })
    assert.equal(allowed.status, 'completed')
    const tested = await execute(project.admin, id, { input: { name: 'Ada' }, mode: 'test' })
    assert.equal(tested.status, 'completed')
    assert.equal(tested.usage.credits, 0)
  })

  test('422 for input that the schema does not allow, with the place', async () => {
    const id = await newWorkflow(project.admin, greeting)
    const { status, body } = await project.admin.post(`${base}/execute/${id}`, { input: { name: 7 } })
    assert.deepEqual([status, body.error.code], [422, 'workflow_input_invalid'])
    assert.equal(body.error.details[0].path, '/input/name')
  })

  test('404 for an unknown workflow and an unknown version', async () => {
    const unknown = await project.admin.post(`${base}/execute/${randomUUID()}`, {})
    assert.deepEqual([unknown.status, unknown.body.error.code], [404, 'workflow_not_found'])
    const id = await newWorkflow(project.admin, greeting)
    const version = await project.admin.post(`${base}/execute/${id}`, { input: { name: 'A' }, version: 9 })
    assert.deepEqual([version.status, version.body.error.code], [404, 'workflow_version_not_found'])
  })

  test('a version that was published meanwhile is the one that is executed, on every node', async () => {
    const id = await newWorkflow(project.admin, greeting)
    await execute(project.admin, id, { input: { name: 'Ada' } })
    const graph = {
      ...greeting,
      nodes: greeting.nodes.map((node) => (node.id === 'end' ? { ...node, output: 'new' } : node)),
    }
    await project.admin.patch(`${base}/update/${id}`, { graph })
    assert.deepEqual((await execute(project.admin, id, { input: { name: 'Ada' } })).outputData, {
      greeting: 'Hello ADA',
    })
    await project.admin.patch(`${base}/activeStatus/${id}`, { activeStatus: true })
    assert.deepEqual((await execute(project.admin, id, { input: { name: 'Ada' } })).outputData, 'new')
    const pinned = await execute(project.admin, id, { input: { name: 'Ada' }, version: '1.0.0' })
    assert.deepEqual(pinned.outputData, { greeting: 'Hello ADA' })
    await project.admin.patch(`${base}/activeStatus/${id}`, { activeStatus: false })
    const refused = await project.admin.post(`${base}/execute/${id}`, { input: { name: 'Ada' } })
    assert.equal(refused.status, 409)
  })

  test('an idempotency key executes once', async () => {
    const id = await newWorkflow(project.admin, greeting)
    const key = { 'idempotency-key': randomUUID() }
    const send = () =>
      project.admin.post(`${base}/execute/${id}`, { input: { name: 'Ada' }, wait: 10_000 }, key)
    const [first, second] = [await send(), await send()]
    assert.equal(first.body.data.executionId, second.body.data.executionId)
    const list = await project.admin.get(`${base}/${id}/executions`)
    assert.equal(list.body.total, 1)
  })

  test('secrets of the input are hidden wherever they are shown', async () => {
    const id = await newWorkflow(
      project.admin,
      chainOf([{ id: 'copy', type: 'set', values: { said: 'key {{ input.apiKey }}' } }], {
        output: '{{ nodes.copy.output }}',
      }),
    )
    const ended = await execute(project.admin, id, { input: { apiKey: 'sk-123456789' } })
    assert.deepEqual(ended.outputData, { said: 'key sk-123456789' })
    const { text } = await project.admin.get(`${base}/executions/${ended.executionId}`)
    assert.equal(text.includes('sk-123456789'), false)
  })
})

describe('executions', () => {
  test('are listed newest first, with filters, and test executions only with mode=test', async () => {
    const own = await app.newProject()
    const id = await newWorkflow(own.admin, greeting)
    const other = await newWorkflow(own.admin, failing, { name: 'Failing' })
    const first = await execute(own.admin, id, { input: { name: 'A' }, threadId: 't1' })
    const second = await execute(own.admin, other, { input: { name: 'B' } })
    const third = await execute(own.admin, id, { input: { name: 'C' }, mode: 'test' })
    const idsOf = async (query: string) => {
      const { status, body, text } = await own.admin.get(`${base}/executions${query}`)
      assert.equal(status, 200, text)
      return body.data.map((each: { id: string }) => each.id)
    }
    assert.deepEqual(await idsOf(''), [second.executionId, first.executionId])
    assert.deepEqual(await idsOf('?sortOrder=ASC'), [first.executionId, second.executionId])
    assert.deepEqual(await idsOf('?mode=test'), [third.executionId])
    assert.deepEqual(await idsOf('?status=failed'), [second.executionId])
    assert.deepEqual(await idsOf('?status=running'), [])
    assert.deepEqual(await idsOf('?q=fail'), [second.executionId])
    assert.deepEqual(await idsOf(`?q=${first.executionId}`), [first.executionId])
    assert.deepEqual(await idsOf('?threadId=t1'), [first.executionId])
    assert.deepEqual(await idsOf(`?workflowId=${id}`), [first.executionId])
    assert.deepEqual(await idsOf('?sortBy=executionDurationMs&limit=1').then((ids) => ids.length), 1)
    assert.deepEqual(await idsOf('?from=2099-01-01T00:00:00Z'), [])
    const page = await own.admin.get(`${base}/executions?limit=1`)
    assert.equal(page.body.total, 2)
    assert.deepEqual(await idsOf(`?limit=1&cursor=${page.body.nextCursor}`), [first.executionId])
    const ofOne = await own.admin.get(`${base}/${id}/executions`)
    assert.deepEqual(
      ofOne.body.data.map((each: { id: string }) => each.id),
      [first.executionId],
    )
  })

  test('open ones are found by their status', async () => {
    const own = await app.newProject()
    const asks = await newWorkflow(own.admin, approval)
    const waits = await newWorkflow(own.admin, chainOf([{ id: 'wait', type: 'wait', seconds: 3_600 }]))
    const paused = await execute(own.admin, asks, { input: { name: 'Ada' } })
    const waiting = await own.admin.post(`${base}/execute/${waits}`, {})
    await until(async () => (await executionOf(own.admin, waiting.body.data.executionId)).resumesAt !== null)
    const idsOf = async (status: string) =>
      (await own.admin.get(`${base}/executions?status=${status}`)).body.data.map(
        (each: { id: string }) => each.id,
      )
    assert.deepEqual(await idsOf('paused'), [paused.executionId])
    assert.deepEqual(await idsOf('running'), [waiting.body.data.executionId])
    assert.deepEqual(await idsOf('queued'), [])
    await own.admin.post(`${base}/executions/${paused.executionId}/cancel`)
    assert.deepEqual(await idsOf('paused'), [])
    assert.deepEqual(await idsOf('cancelled'), [paused.executionId])
  })

  test('the detail has each step with its input, output, duration, credits and log', async () => {
    const id = await newWorkflow(project.admin, greeting)
    const { executionId } = await execute(project.admin, id, { input: { name: 'Ada' } })
    const { steps, stepCount } = await executionOf(project.admin, executionId)
    const step = steps.find((each: { nodeId: string }) => each.nodeId === 'shout')
    assert.deepEqual(step.input, { arguments: { text: 'Ada', to: 'upper' } })
    assert.equal(step.output.text, 'ADA')
    assert.deepEqual(
      [step.status, step.type, step.attempts, step.maybeRepeated],
      ['completed', 'action', 1, false],
    )
    assert.equal(typeof step.toolLogId, 'string')
    assert.equal(step.durationMs >= 0, true)
    assert.equal(stepCount, steps.length)
    const limited = await project.admin.get(`${base}/executions/${executionId}?stepsLimit=1&stepsOffset=1`)
    assert.deepEqual(limited.body.data.steps, [steps[1]])
  })

  test('inputs inside of loops are those of their iteration', async () => {
    const graph = {
      nodes: [
        { id: 'start', type: 'start' },
        { id: 'each', type: 'loop', over: '{{ input.names }}' },
        {
          id: 'shout',
          type: 'action',
          parent: 'each',
          toolSlug: 'text_change_case',
          inputMapping: { text: '{{ item }}{{ index }}', to: 'upper' },
        },
        { id: 'end', type: 'end', output: '{{ nodes.each.output }}' },
      ],
      edges: [
        { from: 'start', to: 'each' },
        { from: 'each', to: 'end' },
      ],
    }
    const id = await newWorkflow(project.admin, graph)
    const { executionId } = await execute(project.admin, id, { input: { names: ['a', 'b'] } })
    const { steps } = await executionOf(project.admin, executionId)
    const inputOf = (name: string) => steps.find((each: { step: string }) => each.step === name).input
    assert.deepEqual(inputOf('shout#0'), { arguments: { text: 'a0', to: 'upper' } })
    assert.deepEqual(inputOf('shout#1'), { arguments: { text: 'b1', to: 'upper' } })
  })

  test('404 for an unknown one, everywhere', async () => {
    const id = randomUUID()
    for (const [method, path, body] of [
      ['GET', `executions/${id}`],
      ['GET', `executions/${id}/events`],
      ['POST', `executions/${id}/cancel`, {}],
      ['POST', `executions/${id}/retry`, {}],
      ['POST', `executions/${id}/replay`, {}],
      ['POST', `executions/${id}/events`, { event: 'x' }],
      ['GET', `executions/thread/${id}/status`],
      ['POST', `executions/thread/${id}/resume`, {}],
    ] as const) {
      const answer = await project.admin.send(method, `${base}/${path}`, body)
      assert.deepEqual([answer.status, answer.body.error.code], [404, 'execution_not_found'], path)
    }
  })

  test('an end user sees its own executions only, and the team resumes them', async () => {
    const id = await newWorkflow(project.admin, approval)
    const [ada, bob] = [
      project.member.as(`ada-${randomUUID().slice(0, 8)}`),
      project.member.as(`bob-${randomUUID().slice(0, 8)}`),
    ]
    const { executionId, threadId } = await execute(ada, id, { input: { name: 'Ada' } })
    for (const other of [bob, project.admin]) {
      assert.equal((await other.get(`${base}/executions/${executionId}`)).status, 404)
      assert.equal((await other.post(`${base}/executions/${executionId}/cancel`)).status, 404)
      assert.equal(
        (await other.post(`${base}/executions/thread/${threadId}/resume`, { resumeValue: true })).status,
        404,
      )
    }
    assert.equal((await bob.get(`${base}/executions`)).body.total, 0)
    assert.equal((await ada.get(`${base}/executions`)).body.total, 1)
    const otherProject = await app.newProject()
    assert.equal((await otherProject.admin.get(`${base}/executions/${executionId}`)).status, 404)
    assert.equal((await otherProject.admin.post(`${base}/execute/${id}`, {})).status, 404)
    const resumeAs = (by: Caller) =>
      by.post(`${base}/executions/thread/${threadId}/resume`, { resumeValue: true })
    assert.deepEqual(
      [(await resumeAs(ada)).status, (await resumeAs(project.admin.acrossUsers())).status],
      [403, 200],
    )
    await untilStatus(ada, executionId, 'completed')
  })

  test('a private workflow of an end user cannot be executed by another', async () => {
    const owner = project.member.as(`own-${randomUUID().slice(0, 8)}`)
    const id = await newWorkflow(owner, greeting)
    await execute(owner, id, { input: { name: 'Ada' } })
    const other = project.member.as(`oth-${randomUUID().slice(0, 8)}`)
    const refused = await other.post(`${base}/execute/${id}`, { input: { name: 'Ada' } })
    assert.deepEqual([refused.status, refused.body.error.code], [404, 'workflow_not_found'])
  })
})

test('a page of steps ends before it has more than 4 MiB', async () => {
  const text = { id: 'text', type: 'set', values: { x: '{{ "x".repeat(200000) }}' } }
  const copies = Array.from({ length: 30 }, (_, i) => ({
    id: `copy${i}`,
    type: 'set',
    values: { x: '{{ nodes.text.output.x }}' },
  }))
  const id = await newWorkflow(project.admin, chainOf([text, ...copies], { output: 1 }))
  const { executionId, threadId } = await execute(project.admin, id)
  const first = await executionOf(project.admin, executionId)
  assert.equal(first.stepCount, 32)
  assert.ok(first.steps.length > 5 && first.steps.length < 20, `${first.steps.length} steps`)
  const next = await project.admin.get(
    `${base}/executions/${executionId}?stepsOffset=${first.steps.length}&stepsLimit=1`,
  )
  assert.equal(next.body.data.steps[0].step, `copy${first.steps.length - 1}`)
  const status = await project.admin.get(`${base}/executions/thread/${threadId}/status`)
  assert.equal(status.body.data.completedNodes.length, 33)
})

test('a restricted key executes only nodes that it could call directly', async () => {
  const model = { id: 'model', type: 'llm', prompt: '/say hello' }
  const restrictedTo = async (...scopes: string[]) => {
    const made = await project.admin.post('/api/v1/api-keys', { name: 'narrow', role: 'member', scopes })
    assert.equal(made.status, 200, made.text)
    return app.callerWith({ 'x-api-key': made.body.data.key })
  }
  for (const [node, scope] of [
    [shout, 'tools:execute'],
    [model, 'llm:execute'],
  ] as const) {
    const narrow = await restrictedTo('workflow:*')
    const id = await newWorkflow(narrow, chainOf([node]))
    const refused = await execute(narrow, id, { input: { name: 'Ada' } })
    assert.deepEqual([refused.status, refused.error?.code], ['failed', 'insufficient_scope'])
    const wide = await restrictedTo('workflow:*', scope)
    assert.equal((await execute(wide, id, { input: { name: 'Ada' } })).status, 'completed')
  }
})
