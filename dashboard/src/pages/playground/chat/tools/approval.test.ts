import assert from 'node:assert/strict'
import { it } from 'node:test'
import { approvalFor } from './approval.ts'

type Rest = Omit<Parameters<typeof approvalFor>[0], 'hints'>

const http: Rest = { script: null, noAuth: true, allowedHosts: [] }
const script: Rest = { script: 'javascript', noAuth: true, allowedHosts: [] }
const hints = (isReadOnly: boolean | null, isDestructive: boolean | null) => ({
  hints: { isReadOnly, isDestructive, isIdempotent: null },
})

it('asks about what is destructive, and about what nothing is known of', () => {
  assert.equal(approvalFor({ ...http, ...hints(false, true) }), 'destructive')
  assert.equal(approvalFor({ ...http, ...hints(null, true) }), 'destructive')
  assert.equal(approvalFor({ ...http, ...hints(null, null) }), 'unknown')
  assert.equal(
    approvalFor({ ...http, ...hints(false, null) }),
    'unknown',
    'it changes data; whether it destroys any is not known',
  )
})

it('lets run what only reads, what destroys nothing, and a script that reaches nothing', () => {
  assert.equal(approvalFor({ ...http, ...hints(true, null) }), null)
  assert.equal(approvalFor({ ...http, ...hints(false, false) }), null)
  assert.equal(approvalFor({ ...script, ...hints(null, null) }), null)
})

it('asks about a script that has an account or a host, and about one that says it destroys', () => {
  assert.equal(approvalFor({ ...script, noAuth: false, ...hints(null, null) }), 'unknown')
  assert.equal(approvalFor({ ...script, allowedHosts: ['api.example.com'], ...hints(null, null) }), 'unknown')
  assert.equal(approvalFor({ ...script, ...hints(null, true) }), 'destructive')
})
