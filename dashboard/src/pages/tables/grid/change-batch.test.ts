import assert from 'node:assert/strict'
import { it, mock } from 'node:test'
import type { TableDocument } from '@stoa/sdk'
import { createChangeBatch } from './change-batch.ts'

const documentOf = (id: string, version: number) => ({ id, version }) as TableDocument

it('applies changes that come in a crowd together, and marks each row for a while', () => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'] })
  type Applied = Parameters<Parameters<typeof createChangeBatch>[0]['apply']>[0]
  const applied: Applied[] = []
  const batch = createChangeBatch({
    everyMs: 100,
    markMs: 250,
    now: Date.now,
    apply: (each) => applied.push(each),
  })
  batch.add({ documentId: 'a', document: documentOf('a', 2) })
  batch.add({ documentId: 'a', document: documentOf('a', 3) })
  for (let at = 0; at < 10_000; at++) batch.add({ documentId: `new ${at}`, document: null })
  assert.equal(applied.length, 0)
  mock.timers.tick(100)
  assert.equal(applied.length, 1)
  const [first] = applied
  assert.deepEqual([...first!.updated.values()], [documentOf('a', 3)])
  assert.deepEqual([first!.isReadAgain, first!.marked.size, first!.marked.has('a')], [true, 500, true])
  mock.timers.tick(300)
  const last = applied.at(-1)!
  assert.deepEqual([last.updated.size, last.isReadAgain, last.marked.size], [0, false, 0])
  const { length } = applied
  mock.timers.tick(1_000)
  assert.equal(applied.length, length, 'nothing is left to be done')
  mock.timers.reset()
})
