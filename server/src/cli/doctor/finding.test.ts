import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StartFault } from '../../kernel/start-fault.ts'
import { examine, ok, warn } from './finding.ts'

test('a check names what it finds', async () => {
  assert.deepEqual(await examine('Node', async () => ok('24')), [
    { check: 'Node', state: 'ok', finding: '24' },
  ])
  const two = await examine('Variables', async () => [ok('a'), warn('b', 'c')])
  assert.deepEqual(
    two.map(({ check, state }) => [check, state]),
    [
      ['Variables', 'ok'],
      ['Variables', 'warn'],
    ],
  )
})

test('a check that throws has found something, and does not stop the others', async () => {
  const [fault] = await examine('Port', async () => {
    throw new StartFault('it is taken.', 'take another.')
  })
  assert.deepEqual(fault, { check: 'Port', state: 'fail', finding: 'it is taken', fix: 'take another' })
  const [bug] = await examine('Port', () => Promise.reject(new TypeError('oh')))
  assert.equal(bug!.state, 'fail')
  assert.match(bug!.finding, /the check itself failed: oh/)
})
