import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { StartFault } from '../../start-fault.ts'
import { orderByReferences } from './table-order.ts'

describe('the order in which tables are copied', () => {
  it('puts each table after those it refers to, by name otherwise', () => {
    const order = orderByReferences(
      ['a', 'b', 'c', 'd'],
      [
        { table: 'a', references: 'c' },
        { table: 'c', references: 'd' },
      ],
    )
    assert.deepEqual(order, ['b', 'd', 'c', 'a'])
  })

  it('lets a table refer to itself and to tables that are not copied', () => {
    const references = [
      { table: 'a', references: 'a' },
      { table: 'a', references: 'elsewhere' },
      { table: 'elsewhere', references: 'a' },
    ]
    assert.deepEqual(orderByReferences(['a'], references), ['a'])
  })

  it('names the tables of a circle and not those that hang on it', () => {
    const references = [
      { table: 'a_hangs_on', references: 'b' },
      { table: 'b', references: 'c' },
      { table: 'c', references: 'b' },
    ]
    assert.throws(
      () => orderByReferences(['a_hangs_on', 'b', 'c'], references),
      (error) => error instanceof StartFault && error.message.endsWith('in a circle: b -> c -> b'),
    )
  })
})
