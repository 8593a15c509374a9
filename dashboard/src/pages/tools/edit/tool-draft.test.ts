import assert from 'node:assert/strict'
import { it } from 'node:test'
import { bodyOf, newDraft } from './tool-draft.ts'

it('sends a script with its hosts and no request', () => {
  const body = bodyOf({ ...newDraft('mine'), slug: ' add ', hosts: 'a.example, *.b.example' })
  assert.equal(body.slug, 'add')
  assert.deepEqual(body.script, {
    language: 'javascript',
    source: 'return { sum: state.a + state.b }',
    allowedHosts: ['a.example', '*.b.example'],
  })
  assert.equal(body.http, null)
})

it('sends a request whose body preserves its types where it is JSON', () => {
  const http = { ...newDraft('mine'), kind: 'http', method: 'POST', url: '/things' } as const
  const sent = (body: string) => (bodyOf({ ...http, body }).http as { body?: unknown }).body
  assert.deepEqual(sent('{"count": "{{count}}"}'), { count: '{{count}}' })
  assert.equal(sent('plain {{text}}'), 'plain {{text}}')
  assert.equal(sent(' '), undefined)
})

it('reports what is not JSON', () => {
  assert.throws(() => bodyOf({ ...newDraft('mine'), inputParameters: '{' }), /The input schema is not JSON/)
})
