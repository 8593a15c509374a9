import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import {
  approve,
  base,
  chainOf,
  execute,
  newWorkflow,
  shout,
  untilStatus,
} from '../../../test/workflows/api.ts'

let app: Awaited<ReturnType<typeof startTestApp>>
let project: TestProject
let origin = ''

before(async () => {
  app = await startTestApp({ hasPieces: false })
  app.app.runs.start()
  project = await app.newProject()
  origin = await app.listen()
})
after(async () => {
  await app.app.runs.stop()
  await app.stop()
})

type Frame = { id: string; event: string; data: Record<string, unknown> }

/** Reads frames until the stream ends, or until there are as many as wanted, and then hangs up. */
async function read(
  id: string,
  lastEventId: string | null,
  most = Number.POSITIVE_INFINITY,
): Promise<Frame[]> {
  const controller = new AbortController()
  const response = await fetch(`${origin}${base}/executions/${id}/events`, {
    headers: {
      'x-api-key': project.adminKey,
      ...(lastEventId === null ? {} : { 'last-event-id': lastEventId }),
    },
    signal: controller.signal,
  })
  assert.equal(response.status, 200)
  const frames: Frame[] = []
  let text = ''
  try {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const parts = text.split('\n\n')
      text = parts.pop()!
      for (const part of parts) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(part)?.[1]
        const [frameId, data] = [field('id'), field('data')]
        if (frameId === undefined || data === undefined) continue
        frames.push({ id: frameId, event: field('event')!, data: JSON.parse(data) })
        if (frames.length === most) return frames
      }
    }
    return frames
  } finally {
    controller.abort()
  }
}

test('the stream has every node and ends with the execution', async () => {
  const id = await newWorkflow(project.admin, chainOf([shout], { output: '{{ nodes.shout.output.text }}' }))
  const { executionId } = await execute(project.admin, id, { input: { name: 'Ada' } })
  const frames = await read(executionId, null)
  const of = (event: string) => frames.filter((frame) => frame.event === event).map(({ data }) => data.nodeId)
  assert.deepEqual(of('node.completed'), ['start', 'shout', 'end'])
  const last = frames.at(-1)!
  assert.deepEqual([last.event, last.data.status, last.data.outputData], ['end', 'completed', 'ADA'])
  assert.deepEqual(
    frames.map((frame) => Number(frame.id)),
    frames.map((_, index) => index + 1),
  )
})

test('cut at every frame and resumed, no event is lost or doubled, also while it is executed', async () => {
  const nodes = Array.from({ length: 4 }, (_, i) => ({ ...shout, id: `n${i}` }))
  const id = await newWorkflow(project.admin, chainOf([...nodes, approve, { ...shout, id: 'last' }]))
  const { executionId, threadId } = await execute(project.admin, id, { input: { name: 'Ada' } })
  const live = read(executionId, null)
  await project.admin.post(`${base}/executions/thread/${threadId}/resume`, { resumeValue: true })
  await untilStatus(project.admin, executionId, 'completed')
  const whole = await live
  assert.ok(whole.some(({ event }) => event === 'execution.paused'))
  for (let cut = 1; cut <= whole.length; cut++) {
    const first = await read(executionId, null, cut)
    const rest = await read(executionId, first.at(-1)!.id)
    assert.deepEqual([...first, ...rest], whole, `cut after ${cut}`)
  }
})

test('400 for an id that is none of this stream', async () => {
  const id = await newWorkflow(project.admin, chainOf([]))
  const { executionId } = await execute(project.admin, id)
  const answer = await project.admin.get(`${base}/executions/${executionId}/events`, { 'last-event-id': 'x' })
  assert.equal(answer.status, 400)
})
