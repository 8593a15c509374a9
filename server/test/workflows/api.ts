import assert from 'node:assert/strict'
import type { Caller } from '../harness.ts'
import { until } from '../until.ts'

export const base = '/api/v1/workflow/manager'

type Node = Record<string, unknown> & { id: string; type: string }

/** A graph of nodes that follow one another, with start and end around them. */
export function chainOf(nodes: readonly Node[], { output, ...settings }: Record<string, unknown> = {}) {
  const all: Node[] = [
    { id: 'start', type: 'start' },
    ...nodes,
    { id: 'end', type: 'end', ...(output === undefined ? {} : { output }) },
  ]
  const edges = all.slice(1).map(({ id }, index) => ({ from: all[index]!.id, to: id }))
  return { nodes: all, edges, ...settings }
}

/** Upper case, by a tool that only computes. */
export const shout: Node = {
  id: 'shout',
  type: 'action',
  toolSlug: 'text_change_case',
  inputMapping: { text: '{{ input.name }}', to: 'upper' },
}

export const approve: Node = {
  id: 'approve',
  type: 'human_wait',
  humanMessage: 'Send it to {{ input.name }}?',
}

export async function newWorkflow(
  caller: Caller,
  graph: object,
  { name = 'Greeting', isActive = true, isPublic = false } = {},
): Promise<string> {
  const created = await caller.post(`${base}/create`, { name, graph, isPublic })
  assert.equal(created.status, 200, created.text)
  const { id } = created.body.data
  if (isActive) {
    const activated = await caller.patch(`${base}/activeStatus/${id}`, { activeStatus: true })
    assert.equal(activated.status, 200, activated.text)
  }
  return id
}

/** Executes and waits for the end, or for a pause. */
export async function execute(caller: Caller, id: string, body: object = {}) {
  const {
    status,
    body: response,
    text,
  } = await caller.post(`${base}/execute/${id}`, { wait: 30_000, ...body })
  assert.equal(status, 200, text)
  return response.data
}

export const executionOf = async (caller: Caller, id: string) => {
  const { status, body, text } = await caller.get(`${base}/executions/${id}`)
  assert.equal(status, 200, text)
  return body.data
}

/** Waits until the execution has one of the statuses. */
export const untilStatus = (caller: Caller, id: string, ...statuses: string[]) =>
  until(
    async () => {
      const execution = await executionOf(caller, id)
      return statuses.includes(execution.status) && execution
    },
    `status ${statuses.join(' or ')}`,
  )
