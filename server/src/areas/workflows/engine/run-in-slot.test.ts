import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunContext } from '../../../kernel/runs/run.ts'
import { runInSlot } from './run-in-slot.ts'
import { createWorkflowSlots } from './workflow-slots.ts'

const clock = { now: () => new Date() }
const run = { projectId: 'p', attempt: 1, input: { workflowId: 'w' } } as RunContext['run']

test('an execution whose sleep is over before it was suspended tries again', async () => {
  const slots = createWorkflowSlots(1)
  const release = await slots.acquire('p/w', 0)
  const slept: string[] = []
  const sleep = async (name: string) => {
    slept.push(name)
    release!()
  }
  const context = { run, branch: () => ({ sleep }) }
  assert.equal(await runInSlot(slots, clock, context, async () => 'done'), 'done')
  assert.deepEqual(slept, ['~slot:1:1'])
  // Its slot is free again.
  assert.ok(await slots.acquire('p/w', 0))
})
