import assert from 'node:assert/strict'
import { it } from 'node:test'
import { dependsOnOf, inOrderOfNeed } from './dependencies.ts'

const field = (name: string, ...dependsOn: string[]) => ({
  name,
  isRequired: true,
  schema: { 'x-options': { dependsOn } },
})
const order = (...fields: ReturnType<typeof field>[]) => inOrderOfNeed(fields).map(({ name }) => name)

it('puts what is depended on first, and leaves the rest as it is', () => {
  assert.deepEqual(order(field('lamp', 'room'), field('a'), field('room', 'house'), field('house')), [
    'a',
    'house',
    'room',
    'lamp',
  ])
  assert.deepEqual(order(field('b', 'gone'), field('a')), ['b', 'a'])
  assert.deepEqual(order(field('b', 'a'), field('a', 'b'), field('c', 'c')), ['c', 'b', 'a'])
})

it('reads odd schemas as what they can be', () => {
  assert.equal(dependsOnOf({ type: 'string' }), null)
  assert.equal(dependsOnOf({ 'x-options': true }), null)
  assert.deepEqual(dependsOnOf({ 'x-options': {} }), [])
})
