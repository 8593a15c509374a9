import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Draft } from '../../../features/sandboxes/workbench/run-request.ts'
import { revivedDraft, revivedRuns } from './saved-draft.ts'

const first: Draft = {
  language: 'javascript',
  sources: { javascript: 'return 1', python: 'return 2' },
  state: '{}',
  timeoutMs: '',
  hosts: '',
  user: '',
}

it('restores a draft as it was saved', () => {
  const saved: Draft = { ...first, language: 'python', state: '', user: 'ada', timeoutMs: '2000' }
  assert.deepEqual(revivedDraft(JSON.parse(JSON.stringify(saved)), first), saved)
})

it('takes of anything else only what fits', () => {
  for (const saved of [null, 'text', 7, []]) assert.deepEqual(revivedDraft(saved, first), first)
  const half = revivedDraft({ language: 'cobol', sources: { python: 'x = 1' }, state: 4 }, first)
  assert.deepEqual(half, { ...first, sources: { javascript: 'return 1', python: 'x = 1' } })
})

it('leaves out runs that cannot be shown', () => {
  const run = { at: 'now', result: { id: 'e1' }, request: { body: { source: '1', language: 'python' } } }
  assert.deepEqual(revivedRuns([run, null, {}, { ...run, request: {} }, { ...run, at: 3 }]), [run])
  assert.deepEqual(revivedRuns({ run }), [])
})
