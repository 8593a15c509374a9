import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chain } from '../../../../test/workflows/flows.ts'
import { AppError } from '../../../kernel/errors.ts'
import { createCompiledVersions } from './compiled-versions.ts'

const graph = chain({ id: 'a', type: 'set', values: { x: '{{ input.x }}' } })
const scope = { projectId: 'p' }

/** Counts how often a definition is read; the reading takes as long as the test wants. */
function stored(definition: unknown) {
  let reads = 0
  const gate = Promise.withResolvers<void>()
  const rows = async () => {
    reads++
    await gate.promise
    return [{ definition, hash: '' }]
  }
  return { db: { rows } as never, reads: () => reads, open: gate.resolve }
}

test('executions that need the same version at the same time compile it once', async () => {
  const { db, reads, open } = stored({ graph })
  const versions = createCompiledVersions(db)
  const pending = Array.from({ length: 20 }, () => versions.get(scope, 'w', 1))
  const other = versions.get(scope, 'w', 2)
  open()
  const [first, ...rest] = await Promise.all(pending)
  for (const each of rest) assert.equal(each, first)
  assert.notEqual(await other, first)
  assert.equal(await versions.get(scope, 'w', 1), first)
  assert.equal(reads(), 2)
})

test('a version that could not be compiled fails all that wait for it, and is read again for the next', async () => {
  const { db, reads, open } = stored({ graph: { nodes: [], edges: [] } })
  const versions = createCompiledVersions(db)
  const pending = [versions.get(scope, 'w', 1), versions.get(scope, 'w', 1)]
  open()
  const results = await Promise.allSettled(pending)
  for (const { status, reason } of results as PromiseRejectedResult[])
    assert.ok(status === 'rejected' && reason instanceof AppError && reason.code === 'graph_invalid')
  await assert.rejects(versions.get(scope, 'w', 1))
  assert.equal(reads(), 2)
})
