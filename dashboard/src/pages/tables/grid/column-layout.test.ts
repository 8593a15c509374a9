import assert from 'node:assert/strict'
import { it } from 'node:test'
import { noLayout, readLayout, shownColumns, withVisibility, withWidth } from './column-layout.ts'
import type { GridColumn } from './grid-columns.ts'

const column = (name: string): GridColumn => ({
  name,
  type: 'text',
  field: null,
  isSystem: false,
  width: 180,
})
const columns = ['a', 'b'].map(column)
const names = (layout: typeof noLayout) => shownColumns(columns, layout).map(({ name }) => name)

it('hides columns, but never all of them', () => {
  const hidden = withVisibility(noLayout, 'a', false)
  assert.deepEqual(names(hidden), ['b'])
  assert.deepEqual(names(withVisibility(hidden, 'b', false)), ['a'])
  assert.deepEqual(names(withVisibility(hidden, 'a', true)), ['a', 'b'])
})

it('bounds widths, and resets them', () => {
  const wide = withWidth(noLayout, 'a', 5_000)
  assert.equal(shownColumns(columns, wide)[0]!.width, 900)
  assert.equal(shownColumns(columns, withWidth(wide, 'a', null))[0]!.width, 180)
  assert.equal(withWidth(noLayout, 'a', -1).widths.a, 60)
})

it('leaves out what was stored in another form', () => {
  for (const odd of [null, 'x', [], { hidden: 'a', widths: [] }]) assert.deepEqual(readLayout(odd), noLayout)
  assert.deepEqual(readLayout({ hidden: ['a', 1], widths: { a: 1, b: 'x', c: 200 } }), {
    hidden: ['a'],
    widths: { a: 60, c: 200 },
  })
})
