import assert from 'node:assert/strict'
import { it } from 'node:test'
import { callOf, type Draft, hostsIn, requestOf, stateError } from './run-request.ts'

const draft: Draft = {
  language: 'python',
  sources: { javascript: '', python: 'return 1' },
  state: '{ "a": 1 }',
  timeoutMs: '5000',
  hosts: 'api.example.com, *.example.org',
  user: ' ada ',
}

it('sends what is written, and the network only where no session has its own', () => {
  assert.deepEqual(requestOf(draft, null), {
    sessionId: null,
    user: 'ada',
    body: {
      language: 'python',
      source: 'return 1',
      state: { a: 1 },
      timeoutMs: 5000,
      allowedHosts: ['api.example.com', '*.example.org'],
    },
  })
  const { user, body } = requestOf({ ...draft, state: ' ', timeoutMs: '' }, 's1')
  assert.deepEqual([user, body], ['', { language: 'python', source: 'return 1' }])
})

it('reports what is wrong with a state, and still shows the call', () => {
  assert.match(stateError('{')!, /^The state is not JSON/)
  assert.match(stateError('[1]')!, /must be a JSON object/)
  assert.equal(stateError(''), null)
  assert.ok(!('state' in (callOf({ ...draft, state: '{' }, 's1').body as object)))
})

it('takes hosts however they are parted', () => {
  assert.deepEqual(hostsIn(' a.com,b.com\n c.com '), ['a.com', 'b.com', 'c.com'])
})
