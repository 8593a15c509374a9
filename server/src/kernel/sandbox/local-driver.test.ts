import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLocalDriver } from './local-driver.ts'
import { defaultGraceMs } from './sandboxes.ts'
import { traitsOf } from './supervisor/engines.ts'
import type { SupervisorLink, SupervisorRequest } from './supervisor-link.ts'
import { job } from './testing.ts'

/** A supervisor that serves every request immediately, and records it. */
function createLink() {
  const requested: SupervisorRequest[] = []
  const link: SupervisorLink = {
    generation: () => 1,
    pid: () => null,
    request(request) {
      requested.push(request)
      const response = { id: requested.length, from: 'done', done: { t: 'done' } } as const
      return { id: requested.length, final: Promise.resolve({ response, body: null }) }
    },
    send: () => undefined,
    close: async () => undefined,
  }
  return { request: requested, link }
}

for (const language of ['javascript', 'python'] as const)
  test(`a ${language} script that ignores its limit is killed within half a second of it`, async () => {
    const { request: requested, link } = createLink()
    const traits = traitsOf({ javascript: 'quickjs', python: 'pyodide' }, language)
    const driver = createLocalDriver({ link, graceMs: defaultGraceMs }, language, traits)
    await driver.run('project', job('endless', { timeoutMs: 1000 }))
    const session = await driver.open('project', null)
    await session.execute(job('endless', { timeoutMs: 1000 }))
    const deadlines = requested.flatMap((each) =>
      each.to === 'run' || (each.to === 'order' && each.order.op === 'execute') ? [each.deadlineMs] : [],
    )
    assert.equal(deadlines.length, 2)
    for (const deadlineMs of deadlines) assert.ok(deadlineMs > 1000 && deadlineMs < 1500, `${deadlineMs} ms`)
  })
