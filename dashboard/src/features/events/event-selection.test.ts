import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { groupsOf, isChosen, withPattern, withType } from './event-selection.ts'

const known = ['run.completed', 'run.error', 'knowledge.source.ready', 'knowledge.source.failed']

describe('the choice of events', () => {
  it('groups types by their first word', () => {
    const groups = groupsOf(known.map((type) => ({ type })))
    assert.deepEqual(
      groups.map(({ pattern, types }) => [pattern, types.length]),
      [
        ['run.*', 2],
        ['knowledge.*', 2],
      ],
    )
  })

  it('knows what a pattern matches', () => {
    assert.equal(isChosen(['knowledge.source.*'], 'knowledge.source.ready'), true)
    assert.equal(isChosen(['run.*'], 'runner.started'), false)
  })

  it('adds a type once, and takes one out of a pattern by naming the others', () => {
    assert.deepEqual(withType(['run.*'], 'run.error', true, known), ['run.*'])
    assert.deepEqual(withType([], 'run.error', true, known), ['run.error'])
    assert.deepEqual(withType(['run.*', 'knowledge.*'], 'run.error', false, known), [
      'run.completed',
      'knowledge.*',
    ])
    assert.deepEqual(withType(['run.error'], 'run.error', false, known), [])
  })

  it('replaces single types and narrower patterns by the pattern that matches them', () => {
    assert.deepEqual(withPattern(['run.error', 'knowledge.source.*'], 'knowledge.*', true), [
      'run.error',
      'knowledge.*',
    ])
    assert.deepEqual(withPattern(['run.error', 'knowledge.*'], 'knowledge.*', false), ['run.error'])
  })
})
