import assert from 'node:assert/strict'
import { it } from 'node:test'
import { toastBottom } from './toast-bottom.ts'

const toasts = { left: 600, right: 960, height: 50 }
const bottomWith = (...bars: [left: number, top: number, right: number, bottom: number][]) =>
  toastBottom(
    toasts,
    bars.map(([left, top, right, bottom]) => ({ left, top, right, bottom })),
    800,
    16,
  )

it('is at the bottom where no bar is', () => {
  assert.equal(bottomWith(), 16)
  assert.equal(bottomWith([0, 700, 600, 800]), 16)
  assert.equal(bottomWith([0, 100, 960, 200]), 16)
})

it('is above the bars that it would cover, however many there are', () => {
  assert.equal(bottomWith([300, 700, 900, 790]), 116)
  assert.equal(bottomWith([300, 640, 900, 690], [300, 700, 900, 790]), 176)
  // A bar out of reach of what is already lifted stays where it is.
  assert.equal(bottomWith([300, 500, 900, 600], [300, 700, 900, 790]), 116)
})

it('is at the bottom where bars leave no space', () => {
  assert.equal(bottomWith([0, 40, 960, 800]), 16)
})
